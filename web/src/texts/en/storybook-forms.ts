import { trashDays } from '@plinth/contract/trash-days.ts'
import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

/** The dialogs that create, edit and delete a storybook. */
export const storybookForms = {
  fields: {
    title: 'Title',
    titlePlaceholder: 'Enter storybook title',
    titleMissing: 'Title is required',
    description: 'Description',
    descriptionPlaceholder: 'What it documents, and for whom (optional)',
    folder: 'Folder',
    folderPlaceholder: 'Storybooks of one folder are shown together (optional)',
    mainBranch: 'Main branch',
    mainBranchPlaceholder: 'For example main (optional)',
    requiresReview: 'Require review',
    requiresReviewHelp:
      'A pull request passes once somebody has accepted every story that looks different. Needs a camera.',
    reviewFixed:
      'A pull request passes once somebody has accepted every story that looks different. Only an Owner can turn this off.',
  },
  icon: {
    label: 'Icon',
    help: 'Any picture; a square one looks best. Without one, the favicon of the newest version is shown, or the initials.',
    atOnce: 'Saved at once',
    saved: 'Saved',
    choose: 'Choose picture',
    remove: 'Remove',
    failed: 'The icon was not changed',
    tooLarge: (limit: string) => `This picture is larger than ${limit}. Choose a smaller one.`,
    unreadable: 'This file is not a picture that the browser can read. Choose a PNG, JPEG or SVG file.',
  },
  creation: {
    title: 'Create Storybook',
    action: 'Create Storybook',
    mainBranchHelp:
      'Its newest version is the one that is shown. Left empty, the default branch of the repository is taken once a version of it is published, or main, master or trunk.',
    failed: 'Failed to create storybook',
  },
  editing: {
    title: 'Edit Storybook',
    mainBranchHelp:
      'Its newest version is the one that is shown. Without one, the newest version of all branches is shown.',
    action: 'Save Changes',
    failed: 'Nothing was changed',
  },
  deletion: {
    action: 'Delete Storybook',
    warning: `Deleting removes all versions for everybody. They can be restored for ${trashDays} days.`,
    question: (title: ReactNode) =>
      sentence`Are you sure you want to delete ${title}? It can be restored from the trash for ${trashDays} days.`,
    done: (title: string) => `${title} deleted. It can be restored from the trash for ${trashDays} days.`,
  },
}
