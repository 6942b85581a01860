import type { WaitsFor } from '@plinth/contract/pictures.ts'
import type { ReactNode } from 'react'

import { formatNumber, pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

const count = (storybooks: number) => plural(storybooks, { one: '# storybook', other: '# storybooks' })

/** Why a card has no picture yet. */
const pictureWaitsFor: Record<WaitsFor, string> = {
  reading: 'The picture is taken once this version has been read',
  camera: 'The camera has not taken its picture yet',
}

export const storybooks = {
  title: 'Storybooks',
  add: 'Add Storybook',
  empty: 'You currently have no storybooks. Get started by clicking Add Storybook above.',
  emptyForViewers: 'This account has no storybooks yet.',
  fetchFailed: 'Failed to fetch storybooks',
  nothingPublished: 'Nothing published yet',
  pictureWaitsFor,
  noneOfThemPublished: (storybooks: number) => `${count(storybooks)}, none published yet`,
  lastPublished: (storybooks: number, when: ReactNode) =>
    sentence`${count(storybooks)}, last published ${when}`,

  viewVersions: 'View versions',
  viewVersionsOf: (title: string) => `View versions of ${title}`,
  upload: 'Upload new version',
  uploadTo: (title: string) => `Upload new version of ${title}`,
  edit: 'Edit',
  editOne: (title: string) => `Edit ${title}`,
  view: 'View Storybook',
  viewOne: (title: string) => `View Storybook ${title}`,
  uploadFirst: 'Upload First Storybook',
  uploadFirstTo: (title: string) => `Upload First Storybook to ${title}`,
  lastUpdated: (when: ReactNode) => sentence`Last updated ${when}`,

  /** More than a limit are not counted. */
  newVersions: (versions: number, isLimit: boolean) =>
    isLimit
      ? `${formatNumber(versions)} or more new versions since you last looked`
      : plural(versions, {
          one: '# new version since you last looked',
          other: '# new versions since you last looked',
        }),
  /** The same in a list. */
  newCount: (versions: number, isLimit: boolean) => `${formatNumber(versions)}${isLimit ? '+' : ''} new`,
  mainComponents: 'Main components',
  otherComponents: (others: number) => `+${formatNumber(others)}`,
  actionsOf: (title: string) => `Actions for ${title}`,
  noVersion: 'No version yet',
  noVersionOf: (branch: string) => `No version of ${branch} yet`,

  search: {
    label: 'Filter storybooks',
    placeholder: 'Filter…',
    help: 'Arrow keys move between storybooks, Page Up and Page Down between groups, Enter opens one.',
    shortcut: '/',
    found: (found: number, all: number) => `${formatNumber(found)} of ${count(all)}`,
    nothing: (query: string) => `No storybook matches “${query}”.`,
    everywhere: (query: string) => `Search for “${query}” in all stories and components`,
  },
  order: {
    label: 'Sort storybooks',
    title: 'Title',
    published: 'Last published',
  },
  views: {
    label: 'View',
    cards: 'Show as cards',
    list: 'Show as a list',
  },
  recentlyViewed: 'Recently viewed',
  skipToGroups: 'Skip to groups',
  groups: {
    favourites: 'Favourites',
    others: 'Other storybooks',
  },
  favourites: {
    add: 'Add to favourites',
    addOne: (title: string) => `Add ${title} to favourites`,
    remove: 'Remove from favourites',
    removeOne: (title: string) => `Remove ${title} from favourites`,
    failed: 'Favourites could not be changed',
  },

  build: {
    site: 'Static site',
    storybook: 'Storybook',
    stories: (stories: number) => plural(stories, { one: '# story', other: '# stories' }),
    /** Storybook's own version, abbreviated. */
    version: (version: string) => `SB ${version}`,
  },
}
