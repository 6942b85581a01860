import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const viewer = {
  back: 'Storybooks',
  backFromFailure: 'Back to Storybooks',
  /** Names the frame until the storybook's title is known. */
  frame: 'Storybook',
  portalMenu: (account: string) => `Menu of ${account}`,
  copyLink: 'Copy link',
  links: {
    title: 'Copy a link to',
    copy: (name: string) => `Copy link: ${name}`,
    version: 'This version',
    newest: 'Always the newest',
    branch: (name: string) => `Always the newest of ${name}`,
    commit: (name: string) => `Commit ${name}`,
    release: (name: string) => `Release ${name}`,
  },
  linksCopied: {
    version: 'Link copied. It always opens this version.',
    newest: 'Link copied. It always opens the newest version.',
    branch: (name: string) => `Link copied. It always opens the newest version of ${name}.`,
    commit: (name: string) => `Link copied. It always opens commit ${name}.`,
    release: (name: string) => `Link copied. It always opens release ${name}.`,
  },
  age: {
    older: 'Older version',
    overtaken: 'A newer version was published',
    showNewest: 'Show newest',
    show: 'Show',
  },
  newTab: 'Open in new tab',
  tabRefused: 'The browser did not allow a new tab',
  tabFailed: 'The storybook could not be opened in a new tab',
  compare: 'Compare with…',
  more: 'More',
  versions: 'Versions',
  allVersions: 'All versions',
  picker: {
    search: 'Search versions',
    placeholder: 'Message, branch, release or commit',
    nothing: 'No version matches. All versions has older ones too.',
  },
  chooseVersion: (current: string) => `Version ${current}, choose another`,
  notRenewed: (reason: string) =>
    `The viewer session could not be renewed, so parts of this storybook may stop loading. Retrying every minute. ${reason}`,
  notShown: 'This storybook cannot be shown',
  notFound: 'Not found',
  gone: 'This storybook or version no longer exists, or you have no access to it.',
  /** A build that shows nothing. What is quoted are its own words. */
  trouble: {
    title: { manager: 'This build does not start', preview: 'The stories of this build do not start' },
    file: { manager: 'index.html', preview: 'iframe.html' },
    missing: (page: ReactNode, file: ReactNode) =>
      sentence`${page} asks for ${file}, which is not in this version.`,
    unloaded: (file: ReactNode) => sentence`${file} could not be loaded.`,
    unloadedScript: 'One of its scripts could not be loaded.',
    error: (message: ReactNode) => sentence`Its scripts failed: ${message}`,
    silent: (seconds: number) =>
      `Nothing has appeared for ${seconds} seconds. It may be slow to load, or it does not work.`,
  },
  missingStory: {
    title: 'This version has no such story',
    detail: (id: ReactNode) =>
      sentence`There is no story or docs page ${id} in it. It may have been renamed or removed, or be newer than this version.`,
    showFirst: 'Show the first story',
    search: 'Search for it',
  },
  advice: {
    noVersion: 'Nothing has been published yet. Upload a build to create the first version.',
    noVersionForViewers: 'Nothing has been published yet. Ask somebody who may publish versions.',
    goneVersion: 'It may have been deleted, or the link is wrong. The newest version is still there.',
    upload: 'Upload',
    cookiesRefused:
      'Storybooks are on another site than the portal, and the browser keeps no cookies of other sites. Open this one in a tab of its own, or allow those cookies. Whoever runs the portal can avoid this: see PLINTH_VIEWER_URL in the guide for deploying it.',
  },
  /** The specification has these words, and the ones in front of them. */
  specified: (message: string) => `Pre iframe error: ${message}`,
  specifiedErrors: {
    noAccount: 'No active account',
    noStorybook: 'No storybook ID provided',
    noVersion: 'No version ID available',
    noVersions: 'No versions found for this storybook',
    invalidVersions: 'Invalid version data received',
    noAddress: 'Viewer base URL not configured',
  },
  errors: {
    noVersionNamed: {
      branch: (name: string) => `No version of the branch ${name} was found`,
      commit: (name: string) => `No version of the commit ${name} was found`,
      release: (name: string) => `There is no release ${name}`,
    },
    cookiesRefused: 'This browser does not show storybooks inside the portal',
    sharedAddress: 'The viewer and the portal must not share an origin',
    unreachable: (origin: string) => `The viewer at ${origin} could not be reached`,
  },
}
