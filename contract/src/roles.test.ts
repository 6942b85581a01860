import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { actionDescriptions } from './action-descriptions.ts'
import { actions, can, defaultRole, isOwner, roles } from './roles.ts'

test('docs/roles.md holds the table of roles and actions', () => {
  const rows = [
    ['', ...roles],
    ['---', ...roles.map(() => '---')],
    ...actions.map((action) => [
      actionDescriptions[action],
      ...roles.map((role) => (can(role, action) ? 'yes' : '')),
    ]),
  ]
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ')).join('\n')
  expect(readFileSync(new URL('../../docs/roles.md', import.meta.url), 'utf8')).toContain(`\n${table}\n`)
})

test('somebody may do everything; who is invited without a role is no Owner', () => {
  expect(roles.filter((role) => actions.every((action) => can(role, action)))).toContain('Owner')
  expect(isOwner('Owner')).toBe(true)
  expect(isOwner(defaultRole)).toBe(false)
})
