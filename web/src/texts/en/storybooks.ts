import { trashDays } from '@plinth/contract/trash-days.ts'
import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

const count = (storybooks: number) => plural(storybooks, { one: '# storybook', other: '# storybooks' })

export const storybooks = {
  title: 'Storybooks',
  add: 'Add Storybook',
  empty: 'You currently have no storybooks. Get started by clicking Add Storybook above.',
  emptyForViewers: 'This account has no storybooks yet.',
  fetchFailed: 'Failed to fetch storybooks',
  nothingPublished: 'Nothing published yet',
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

  build: {
    site: 'Static site',
    storybook: 'Storybook',
    stories: (stories: number) => plural(stories, { one: '# story', other: '# stories' }),
    /** Storybook's own version, abbreviated. */
    version: (version: string) => `SB ${version}`,
  },

  fields: {
    title: 'Title',
    titlePlaceholder: 'Enter storybook title',
    titleMissing: 'Title is required',
    description: 'Description',
    descriptionPlaceholder: 'What it documents, and for whom (optional)',
  },
  creation: {
    title: 'Create Storybook',
    action: 'Create Storybook',
    failed: 'Failed to create storybook',
  },
  editing: {
    title: 'Edit Storybook',
    action: 'Save Changes',
    failed: 'Nothing was changed',
  },
  deletion: {
    action: 'Delete Storybook',
    warning: `Deleting removes all versions for everybody. They can be restored from the trash for ${trashDays} days.`,
    question: (title: ReactNode) =>
      sentence`Are you sure you want to delete ${title}? This action cannot be undone.`,
    done: (title: string) => `${title} deleted. It can be restored from the trash for ${trashDays} days.`,
  },
}
