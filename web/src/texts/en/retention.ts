import { trashDays } from '@plinth/contract/trash-days.ts'

import { formatNumber, pluralsOf } from '../numbers.ts'

const plural = pluralsOf('en')

const versions = (count: number) => plural(count, { one: '# version', other: '# versions' })
const branches = (count: number) => plural(count, { one: '# branch', other: '# branches' })

export const retention = {
  title: 'Retention',
  description: `Rules remove old versions, which then stay in the trash for ${trashDays} days.`,
  kept: 'Always kept: releases, pinned versions and the newest version of the main branch, or of all branches where there is no main branch. The main branch is never removed for its age. Versions without a branch count as one branch.',

  rule: {
    title: 'All storybooks',
    keepNewest: 'Versions to keep of each branch',
    keepNewestDescription: 'The newest ones. Leave empty to keep all.',
    inactiveDays: 'Days until a branch is removed',
    inactiveDaysDescription: 'Since its last publish. Leave empty to keep branches.',
    keepsEverything: 'Everything is kept.',
    notInRange: (max: string) => `Enter a whole number from 1 to ${max}`,
    by: (conditions: string) => `Retention rule: ${conditions}`,
    newest: (count: number) => `keep the newest ${formatNumber(count)} of each branch`,
    days: (count: number) => `remove branches after ${plural(count, { one: '# day', other: '# days' })}`,
  },
  exceptions: {
    title: 'Exceptions',
    description:
      'A storybook with an exception follows that alone. Leave both fields empty to keep everything.',
    add: 'Add an exception for',
    addPlaceholder: 'Choose a storybook',
    noneFound: 'No other storybook of that name',
    remove: (title: string) => `Remove the exception for ${title}`,
  },
  preview: {
    action: 'Preview',
    blocked: 'Correct the numbers first',
    failed: 'Failed to preview the rules',
    nothing: 'These rules would remove nothing now.',
    summary: (removed: number, inBranches: number, bytes: string) =>
      `These rules would remove ${versions(removed)} in ${branches(inBranches)}; ${bytes} come back after ${trashDays} days in the trash.`,
    byStorybook: 'By storybook',
    byBranch: (shown: number, all: number) => (shown < all ? `By branch: the largest ${shown}` : 'By branch'),
    byVersion: (shown: number, all: number) => (shown < all ? `Versions: the newest ${shown}` : 'Versions'),
    columns: {
      storybook: 'Storybook',
      branches: 'Branches',
      branch: 'Branch',
      versions: 'Versions',
      version: 'Version',
      size: 'Size',
      published: 'Published',
    },
    noBranch: 'No branch',
  },
  save: {
    action: 'Save Rules',
    failed: 'Failed to save the rules',
    done: 'Rules saved. They are applied within the hour.',
  },
  undo: {
    title: 'Undo',
    description:
      'Restores everything in the trash that rules removed. Change the rules first, or they remove the same versions again within the hour.',
    action: 'Restore What Rules Removed',
    failed: 'Failed to restore',
    done: (restored: number) => plural(restored, { one: '# version restored', other: '# versions restored' }),
    nothing: 'Nothing in the trash was removed by a rule.',
  },
}
