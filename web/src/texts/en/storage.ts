import { trashDays } from '@plinth/contract/trash-days.ts'

export const storage = {
  title: 'Storage',
  used: (used: string, limit: string) => `${used} of ${limit} used`,
  full: 'The storage is full, so nothing more can be published. Delete versions; their space is free once they leave the trash.',
  nearlyFull: 'The storage is nearly full. Deleted versions count until they leave the trash.',
  description: `Deleted versions and storybooks count until they leave the trash: after ${trashDays} days, or when they are deleted for good.`,
  byStorybook: 'Storage by storybook',
  empty: 'Nothing is stored yet.',
  columns: { storybook: 'Storybook', versions: 'Versions', size: 'Size', inTrash: 'In the trash' },
  deletedStorybooks: 'Deleted storybooks',

  limit: {
    action: 'Change storage limit',
    actionFor: (name: string) => `Change the storage limit of ${name}`,
    title: 'Storage limit',
    introduction: (name: string, used: string) => `${name} stores ${used}.`,
    field: 'Limit in GB',
    description: (byDefault: string) => `Leave empty for the default (${byDefault}).`,
    invalid: 'Enter a number of GB, at most 1,000,000',
    below: 'This is less than the account stores. Nothing is deleted, but nothing more can be published.',
    save: 'Save Changes',
    done: (name: string) => `Storage limit of ${name} changed`,
    failed: 'Failed to change the storage limit',
  },
}
