import { trashDays } from '@plinth/contract/trash-days.ts'
import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

export const trash = {
  title: 'Trash',
  description: `Deleted versions and storybooks can be restored for ${trashDays} days. Until they are gone for good, they count towards the storage.`,
  summary: (items: number, bytes: string) =>
    `${plural(items, { one: '# item', other: '# items' })}, ${bytes}`,
  empty: 'The trash is empty.',
  more: 'Load more',
  columns: { what: 'What', deleted: 'Deleted', by: 'By', size: 'Size', keptUntil: 'Kept until' },
  storybook: (title: string) => `Storybook ${title}`,
  withVersions: (versions: number) => plural(versions, { one: 'with # version', other: 'with # versions' }),
  version: (publicId: ReactNode, title: ReactNode) => sentence`Version ${publicId} of ${title}`,
  versionWithMessage: (message: ReactNode, publicId: ReactNode, title: ReactNode) =>
    sentence`${message}, version ${publicId} of ${title},`,
  restore: {
    tooltip: 'Restore',
    version: (publicId: string) => `Restore version ${publicId}`,
    storybook: (title: string) => `Restore storybook ${title}`,
    failed: 'Failed to restore',
    done: { version: 'Version restored', storybook: 'Storybook restored' },
    pinned: 'Version restored, and pinned so that no rule removes it again',
    droppedRelease: (release: string) =>
      `Version restored without its release name: ${release} belongs to another version now`,
  },
  purge: {
    tooltip: 'Delete for good',
    version: (publicId: string) => `Delete version ${publicId} for good`,
    storybook: (title: string) => `Delete storybook ${title} for good`,
    action: 'Delete for Good',
    failed: 'Failed to delete for good',
    question: (what: ReactNode) =>
      sentence`Are you sure you want to delete ${what} for good? This action cannot be undone. Its space is free within the hour.`,
  },
  emptying: {
    action: 'Empty Trash',
    failed: 'Failed to empty the trash',
    question:
      'Are you sure you want to delete everything in the trash for good? This action cannot be undone. Its space is free within the hour.',
  },
}
