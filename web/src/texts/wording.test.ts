import { expect, it } from 'vitest'

import { findWording } from './find-wording.ts'

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!./**', '!../**/*.test.{ts,tsx}', '!../**/*.stories.tsx', '!../stories/**'],
  { query: '?raw', import: 'default', eager: true },
)

it('all wording of the pages is in the catalogue', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(Object.entries(sources).flatMap(([file, source]) => findWording(file, source))).toEqual([])
})

it.each([
  ['a text', '<p>Hello</p>'],
  ['a text beside an element', '<p>Write to <a /></p>'],
  ['a text in braces', "<p>{'Hello'}</p>"],
  ['one of several texts', "<p>{isDone ? done : 'Open'}</p>"],
  ['a conditional text', "<p>{isNew && 'New'}</p>"],
  ['a text with a value in it', '<p>{`${count} left`}</p>'],
  ['a concatenated text', "<p>{count + ' left'}</p>"],
  ['a heading', '<Page title="Storybooks" />'],
  ['a label in braces', '<IconAction label={`Edit ${name}`} />'],
  ['one of several labels', "<Burger aria-label={isOpen ? 'Close' : open} />"],
  ['a placeholder', '<TextInput placeholder="Anybody" />'],
  ['a description', '<Section description="Newest first" />'],
  ['a label in an object', "const tabs = () => [{ name: 'general', label: 'General' }]"],
  ['an aria-label in an object', "const props = () => ({ 'aria-label': 'Close' })"],
  ['a notice', "const done = () => showSuccess('Account deleted')"],
  ['an error', "function fail() { throw new Error('No active account') }"],
  ['a sentence with a value', 'const fail = (name) => new Error(`Failed to find ${name}`)'],
  ['the catalogue read too early', 'const head = <b>{texts.shell.actions}</b>'],
])('finds %s outside the catalogue', (_, source) => {
  expect(findWording('page.tsx', source)).toHaveLength(1)
})

it.each([
  ['a text of the catalogue', 'const Page = () => <p title={texts.a}>{texts.b(<b>{name}</b>)}</p>'],
  ['a comparison', "<p>{step === 'failed' && <b>{reason}</b>}</p>"],
  ['punctuation', "<p>{' '}· {a} – {b ?? '–'}</p>"],
  ['code', "<div className='some thing'><Code>npm run build</Code></div>"],
  ['a console message', "const log = () => logError('Failed to start', error)"],
  ['names and addresses', "const path = () => ({ name: 'general', to: '/admin/accounts', kind: 'text' })"],
])('accepts %s', (_, source) => {
  expect(findWording('page.tsx', source)).toEqual([])
})
