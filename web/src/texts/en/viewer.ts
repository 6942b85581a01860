export const viewer = {
  back: 'Storybooks',
  backFromFailure: 'Back to Storybooks',
  /** Names the frame until the storybook's title is known. */
  frame: 'Storybook',
  copyLink: 'Copy link',
  newTab: 'Open in new tab',
  tabRefused: 'The browser did not allow a new tab',
  tabFailed: 'The storybook could not be opened in a new tab',
  fullScreen: 'Full screen',
  more: 'More',
  versions: 'Versions',
  allVersions: 'All versions',
  chooseVersion: (current: string) => `Version ${current}, choose another`,
  notRenewed: (reason: string) =>
    `The viewer session could not be renewed, so parts of this storybook may stop loading. Retrying every minute. ${reason}`,
  failure: (message: string) => `Pre iframe error: ${message}`,
  gone: 'This storybook or version no longer exists, or you have no access to it.',
  errors: {
    noAccount: 'No active account',
    noStorybook: 'No storybook ID provided',
    noVersion: 'No version ID available',
    noVersions: 'No versions found for this storybook',
    invalidVersions: 'Invalid version data received',
    noAddress: 'Viewer base URL not configured',
    sharedAddress: 'The viewer and the portal must not share an origin',
    unreachable: (origin: string) => `The viewer at ${origin} could not be reached`,
  },
}
