import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

const times = (count: number) => plural(count, { one: '# time', other: '# times' })

export const shareLinks = {
  share: 'Share…',
  title: 'Share',
  forbidden: {
    title: 'Share links are not allowed in this account',
    forOwners: (settings: ReactNode) => sentence`You can allow them in ${settings}.`,
    settings: 'Settings',
    forOthers: 'An Owner can allow them in Settings.',
  },
  creation: {
    explanation:
      'Anybody who has the link can look at the storybook without signing in, until the link expires or is revoked.',
    target: 'What it opens',
    version: 'This version',
    branch: (branch: string) => `The newest version of ${branch}`,
    days: 'Expires after',
    dayCount: (days: number) => plural(days, { one: '# day', other: '# days' }),
    note: 'Note',
    notePlaceholder: 'For whom it is (optional)',
    action: 'Create Link',
    failed: 'Failed to create the link',
    ready: 'Send this link to your guests. They need no account.',
    link: 'Share link',
    copy: 'Copy Link',
    warning: 'The link will not be shown again. Anybody who has it can use it, so share it with care.',
  },
  active: {
    title: 'Active links',
    none: 'There are no active links to this storybook.',
    version: (publicId: string) => `Version ${publicId}`,
    branch: (branch: string) => `Newest version of ${branch}`,
    neverOpened: 'Never opened',
    opened: (count: number, when: ReactNode) => sentence`Opened ${times(count)}, last ${when}`,
    createdBy: (name: string) => `by ${name}`,
    expires: (day: ReactNode) => sentence`expires ${day}`,
  },
  revocation: {
    tooltip: 'Revoke link',
    one: (target: string) => `Revoke link to ${target}`,
    action: 'Revoke Link',
    failed: 'Failed to revoke the link',
    question: (target: ReactNode) =>
      sentence`Are you sure you want to revoke the link to ${target}? It stops working at once, also for guests who have it open.`,
  },
  setting: {
    title: 'Sharing Without Signing In',
    label: 'Allow share links and addresses for composing Storybooks',
    description:
      'Owners and Users can create links that show a version to anybody who has the link, and developers can get addresses for their own Storybooks, which anybody who has them can read. A link works for at most 90 days, an address for at most 24 hours. Turning this off stops all of them at once; turned on again, those that have not expired work again.',
    viewersMayCompose: 'Viewers and API keys that can only read get such addresses, too',
    failed: 'Failed to change the setting',
  },
  page: {
    sharedBy: (account: string) => `Shared by ${account}`,
    published: (when: ReactNode) => sentence`published ${when}`,
    expires: (day: ReactNode) => sentence`Link expires ${day}`,
    gone: {
      title: 'This link no longer works',
      text: 'It has expired or was revoked, or a part of it is missing. Ask the person who sent it to you for a new one.',
    },
    failed: 'The storybook could not be opened',
    cookiesRefused:
      'Storybooks are on another site than the portal, and the browser keeps no cookies of other sites. Open this one in a tab of its own, or allow those cookies.',
  },
}
