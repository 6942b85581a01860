import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'

import { onDatabase, urlOfDatabase } from '../testing/postgres-for-tests.ts'
import { migrate } from './migrate.ts'

test('instances that start at the same moment migrate once', async () => {
  const server = inject('postgresUrl')
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await onDatabase(server, (db) => sql.raw(`CREATE DATABASE ${name}`).execute(db))
  const url = urlOfDatabase(server, name)
  const applied = await Promise.all(Array.from({ length: 5 }, () => onDatabase(url, migrate)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  await expect(onDatabase(url, migrate)).resolves.toEqual([])
})
