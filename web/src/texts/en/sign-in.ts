import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const signIn = {
  errorTitle: 'Authentication Error',
  errorAdvice: (mailbox: ReactNode) =>
    sentence`Try again in a moment. If it keeps happening, contact support at ${mailbox}.`,
  noActiveAccount: 'No active account',
  noAccountFound: 'No active account found. Please sign in again.',
  sessionExpired: 'Your session has expired. Please sign in again.',
  /** Asked in place while something is being entered; otherwise the sign-in page simply comes. */
  expired: {
    title: 'Sign in again',
    text: 'Your input is kept. Signing in opens a new window.',
    action: 'Sign in',
    later: 'Not now',
  },
  otherPerson: (email: string) => `This page has unsaved input of ${email}. Please sign in as that person.`,
  signedOut: {
    title: 'You are signed out',
    otherTab: 'You signed out or switched accounts in another tab, so this one was signed out too.',
    providerUnreachable:
      'You are signed out here, but the identity provider could not be reached. On a shared computer, sign in and log out again once you are online.',
    action: 'Sign in',
  },
  browserError: 'Authentication error. Please try signing in again.',
  startFailed: 'Failed to initialize',
  authenticationFailed: 'Failed to initialize authentication',
  unknownError: 'An authentication error occurred.',
  notStarted: 'MSAL instance not initialized',
}
