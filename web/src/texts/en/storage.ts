export const storage = {
  title: 'Storage',
  used: (used: string, limit: string) => `${used} of ${limit} used`,
  full: 'Nothing more can be published. Delete versions that nobody needs: they make room after a day.',
  nearlyFull: 'There is little room left. Deleted versions make room after a day.',

  limit: {
    action: 'Change storage limit',
    actionFor: (name: string) => `Change the storage limit of ${name}`,
    title: 'Storage limit',
    introduction: (name: string, used: string) => `${name} stores ${used}.`,
    field: 'Limit in GB',
    description: (byDefault: string) => `Leave it empty for the default, ${byDefault}.`,
    invalid: 'A limit is a number of GB, at most 1,000,000',
    below: 'This is less than is stored. Nothing is deleted, but nothing more can be published.',
    save: 'Save Changes',
    done: (name: string) => `Storage limit of ${name} changed`,
    failed: 'Failed to change the storage limit',
  },
}
