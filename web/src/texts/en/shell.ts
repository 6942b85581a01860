import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

const past = (amount: string) => `${amount} ago`
const future = (amount: string) => `in ${amount}`

/** What all pages share. */
export const shell = {
  actions: 'Actions',
  components: 'Components',
  gettingStarted: 'Getting Started',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  tryAgain: 'Try again',
  notices: 'Notices',
  loading: 'Loading...',
  justNow: 'just now',
  /** As the browser would say it, whose formatter takes a tenth of a second to create on a phone. */
  relative: {
    long: {
      year: (years: number) => plural(years, { one: '# year', other: '# years' }),
      month: (months: number) => plural(months, { one: '# month', other: '# months' }),
      week: (weeks: number) => plural(weeks, { one: '# week', other: '# weeks' }),
      day: (days: number) => plural(days, { one: '# day', other: '# days' }),
      hour: (hours: number) => plural(hours, { one: '# hour', other: '# hours' }),
      minute: (minutes: number) => plural(minutes, { one: '# minute', other: '# minutes' }),
      past,
      future,
    },
    narrow: {
      year: (years: number) => `${years}y`,
      month: (months: number) => `${months}mo`,
      week: (weeks: number) => `${weeks}w`,
      day: (days: number) => `${days}d`,
      hour: (hours: number) => `${hours}h`,
      minute: (minutes: number) => `${minutes}m`,
      past,
      future,
    },
  },
  notAvailable: 'n/a',
  /** Stands where a table has nothing to show. */
  nothing: '–',

  unexpectedError: 'An unexpected error occurred',
  unreachable: 'The portal could not be reached. Check your connection and try again.',
  offline: 'You are offline. What you see may be out of date, and nothing can be saved.',
  portalDown:
    'The portal does not answer. What you see may be out of date. It is tried again every few seconds.',
  demonstration:
    'Public demonstration: anybody can sign in as anybody here. Do not enter or upload anything private.',
  fetchFailed: 'Failed to fetch data',
  dialogFailed: 'This could not be opened',
  brokenPage: {
    title: 'An error occurred',
    text: 'This page could not be shown. Check your connection and reload the page. If that does not help, contact support.',
    reload: 'Reload',
  },
  notLoaded: {
    title: 'This page could not be loaded',
    opensItself: 'The portal cannot be reached. The page opens by itself as soon as it can.',
    detail:
      'A part of the portal could not be loaded. Check your connection and try again, or reload the page.',
  },
  notFound: {
    title: 'Page not found',
    text: 'This page does not exist. The link may be outdated, or the page may have been deleted.',
    start: 'Go to the start page',
  },
  unknownAddress: (address: string) =>
    `There is no page at ${address}, or you have no access to it. This is where you can continue.`,

  skip: 'Skip to content',
  mainLinks: 'Main',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  allAccounts: 'All my accounts',
  switchFrom: (account: string) => `${account}: choose another account`,
  dashboard: 'Dashboard: all my accounts',
  signedInAs: (email: string) => `Signed in as ${email}`,
  userMenu: {
    label: (name: string) => `User menu of ${name}`,
    apiReference: 'API reference',
    administration: 'Administration',
    connections: 'Connections',
    switchAccount: 'Switch Account',
    switchAccountHint: 'Sign in as someone else',
    logout: 'Logout',
    colourScheme: 'Colour scheme',
    schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
  },

  copied: 'Copied',
  copyLink: 'Copy Link',
  copyRefused: 'The browser did not allow copying',
  copyYourself: 'The browser did not allow copying. Select the text and copy it manually.',
  expiresOn: (day: ReactNode) => sentence`Expires on ${day}`,

  /** Asked before something is lost, by closing a dialog or by leaving the page. */
  leavePrompts: {
    unsaved: {
      title: 'Discard your changes?',
      text: 'Your input is not saved yet.',
      stay: 'Keep editing',
      leave: 'Discard',
    },
    uncopied: {
      title: 'Leave without a copy?',
      text: 'This is shown only once, and you have not copied it yet.',
      stay: 'Stay here',
      leave: 'Leave without copying',
    },
    uploading: {
      title: 'Leave this page?',
      text: 'The upload is still running. Leaving stops it.',
      stay: 'Stay',
      leave: 'Stop the upload and leave',
    },
  },
}
