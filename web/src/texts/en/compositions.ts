import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

export const compositions = {
  page: {
    title: 'Show storybooks in another Storybook',
    checking: 'Checking the request...',
    failed: 'The request could not be checked',
    gone: {
      title: 'This request cannot be answered',
      text: 'It is older than ten minutes, or you have no access to the storybook. Close this window, check which account you are signed in with, and choose "Sign in" in the other Storybook again.',
    },
    elsewhere: {
      title: 'This window was not opened by that Storybook',
      text: (origin: string) =>
        `The request comes from ${origin}, but something else opened this window. Somebody may be trying to see your storybooks. Close this window. If you want ${origin} to show them, open it and choose "Sign in" there.`,
    },
    question: (account: ReactNode, origin: ReactNode) =>
      sentence`Show the storybooks of ${account} inside ${origin}?`,
    meaning: (storybook: ReactNode, days: number) =>
      sentence`It asks for ${storybook}. Pages at this address will be able to read all storybooks of the account in this browser, for ${plural(days, { one: '# day', other: '# days' })} or until you revoke it under Connections.`,
    allow: 'Allow',
    allowFailed: 'This could not be allowed',
    allowed: 'Done. You can close this window.',
    cancelled: 'Nothing was allowed. You can close this window.',
  },
  dialog: {
    action: 'Use in another Storybook…',
    title: 'Use in another Storybook',
    tabs: { developers: 'For developers', people: 'For people' },
    copyInstall: 'Copy command',
    copyConfiguration: 'Copy lines',
    developers: {
      meaning:
        'When your Storybook starts, the package asks for addresses of this one that work for some hours, in your Storybook only, without signing in.',
      key: (kind: string, settings: ReactNode, variable: ReactNode) =>
        sentence`Create ${kind} in ${settings}, and put it into the environment as ${variable}.`,
      settings: 'Settings',
      keyFromOthers: (kind: string, variable: ReactNode) =>
        sentence`Ask an Owner or a User for ${kind}, and put it into the environment as ${variable}.`,
      readKey: 'an API key that can only read',
      publishKey: 'an API key that may publish to chosen storybooks',
      install: 'Install the package, which this portal serves:',
      configuration: (file: ReactNode) => sentence`Add this to ${file}:`,
    },
    forbidden: {
      title: 'This account does not allow such addresses',
      text: 'Anybody who has them can read what they show, without signing in. The way for people works: they sign in.',
      forOwners: (settings: ReactNode) => sentence`You can allow them, with share links, in ${settings}.`,
      forOthers: 'An Owner can allow them, with share links, in Settings.',
    },
    people: {
      meaning:
        'Whoever opens your Storybook signs in here once, and sees this one if they have access to it. It needs no key, and also works in a Storybook that is built and published.',
      configuration: (file: ReactNode) => sentence`Add this to ${file}:`,
    },
  },
  list: {
    title: 'Composing Storybooks',
    description:
      'Addresses under which other Storybooks show yours. They work for pages of one origin only, while the account allows share links, and end with the key they were created with.',
    table: 'Composing Storybooks',
    empty: 'No other Storybook shows storybooks of this account with an API key.',
    columns: {
      page: 'Shown in',
      storybooks: 'Storybooks',
      createdBy: 'Created by',
      created: 'Created',
      expires: 'Expires',
    },
  },
  revocation: {
    tooltip: 'Revoke addresses',
    one: (origin: string) => `Revoke addresses for ${origin}`,
    action: 'Revoke Addresses',
    failed: 'Failed to revoke the addresses',
    question: (origin: ReactNode) =>
      sentence`Are you sure you want to revoke the addresses for ${origin}? They stop working within 30 seconds. The Storybook there gets new ones when it starts again, unless its API key is deleted.`,
  },
  allowedPages: {
    title: 'Storybooks',
    description: 'Storybooks elsewhere that you have allowed to show storybooks of this portal to you.',
    table: 'Allowed Storybooks',
    empty: 'You have not allowed any other Storybook to show storybooks of this portal.',
    columns: { page: 'Shown in', account: 'Account', allowed: 'Allowed', expires: 'Expires' },
    revocation: {
      tooltip: 'Revoke permission',
      one: (origin: string, account: string) => `Revoke permission of ${origin} for ${account}`,
      action: 'Revoke Permission',
      failed: 'Failed to revoke the permission',
      question: (origin: ReactNode, account: ReactNode) =>
        sentence`Are you sure you want to revoke the permission of ${origin} to show storybooks of ${account}? It stops showing them within 30 seconds.`,
    },
  },
}
