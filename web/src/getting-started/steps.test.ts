import { expect, it } from 'vitest'

import { gettingStartedSteps } from './steps.ts'

const active = { status: 'active' } as const
const disabled = { status: 'disabled' } as const

const nothing = { storybooks: [], members: [active], apiKeys: [] }

const summaryOf = (progress: Parameters<typeof gettingStartedSteps>[0]) =>
  gettingStartedSteps(progress).map(({ title, isDone }) => `${title}: ${isDone ? 'done' : 'open'}`)

it('starts with only the sign-up done', () => {
  expect(summaryOf(nothing)).toEqual([
    'Sign Up: done',
    'Upload Your First Storybook: open',
    'Invite Team Members: open',
    'Configure CI/CD API Access: open',
  ])
})

it('puts completed steps before open ones, after the sign-up', () => {
  expect(summaryOf({ ...nothing, apiKeys: [{ id: 1 }] })).toEqual([
    'Sign Up: done',
    'Configure CI/CD API Access: done',
    'Upload Your First Storybook: open',
    'Invite Team Members: open',
  ])
})

it('keeps the order when everything is done', () => {
  const everything = {
    storybooks: [{ versionCount: 0 }, { versionCount: 2 }],
    members: [active, active],
    apiKeys: [{ id: 1 }],
  }
  expect(summaryOf(everything)).toEqual([
    'Sign Up: done',
    'Upload Your First Storybook: done',
    'Invite Team Members: done',
    'Configure CI/CD API Access: done',
  ])
})

it('links each step to its page, also when it is done', () => {
  const everything = { storybooks: [{ versionCount: 1 }], members: [active, active], apiKeys: [{ id: 1 }] }
  for (const progress of [nothing, everything]) {
    expect(gettingStartedSteps(progress).map(({ path }) => path)).toEqual([
      undefined,
      'storybooks',
      'settings/users',
      'settings/api',
    ])
  }
})

it('does not count storybooks without versions or disabled members', () => {
  const almost = { ...nothing, storybooks: [{ versionCount: 0 }], members: [active, disabled] }
  expect(summaryOf(almost)).toEqual(summaryOf(nothing))
})
