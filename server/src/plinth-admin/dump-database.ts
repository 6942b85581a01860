import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import type { Client } from 'pg'
import { escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import type { BlobStore } from '../blobs/blob-store.ts'
import { HashingStream } from '../shared/hashing-stream.ts'
import { archivesFile } from './backup-format.ts'
import type { Manifest, StoredFile } from './backup-format.ts'
import type { RecordedArchive } from './copy-archive.ts'

interface Dump extends Pick<Manifest, 'migrations' | 'tables' | 'sequences'> {
  archives: RecordedArchive[]
  archivesFile: StoredFile
}

/**
 * Dumps one snapshot of the database, table by table, in PostgreSQL's COPY format. After a failure the connection is
 * unusable: the rest of the COPY is never read, and any other query would wait behind it.
 */
export async function dumpDatabase(client: Client, target: BlobStore, folder: string): Promise<Dump> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query('SET LOCAL statement_timeout = 0')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const migrations = await rowsOf<{ name: string }>(client, 'SELECT name FROM migrations ORDER BY name')
  const tables: Dump['tables'] = []
  for (const { table, columns } of await listTables(client)) {
    const quoted = columns.map((column) => escapeIdentifier(column)).join(', ')
    const copy = client.query(copyTo(`COPY ${escapeIdentifier(table)} (${quoted}) TO STDOUT`))
    const stored = await storeZipped(target, `${folder}/${table}.copy.gz`, copy)
    tables.push({ ...stored, table, columns, rows: copy.rowCount })
  }
  const sequences = await listSequences(client)
  const archives = await listArchives(client)
  await client.query('COMMIT')
  const lines = archives.map(
    (archive) => `${JSON.stringify({ ...archive, sha256: archive.sha256.toString('hex') })}\n`,
  )
  return {
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences,
    archives,
    archivesFile: await storeZipped(target, `${folder}/${archivesFile}`, Readable.from(lines)),
  }
}

async function storeZipped(target: BlobStore, file: string, from: Readable): Promise<StoredFile> {
  const draft = await target.draft()
  const hashing = new HashingStream()
  try {
    await pipeline(from, createGzip(), hashing, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    await target.commit(draft, file)
  } finally {
    await target.discard(draft)
  }
  return { file, bytes: hashing.bytes, sha256: hashing.sha256().toString('hex') }
}

async function rowsOf<Row extends object>(client: Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

/** Without generated columns, which cannot be written. */
async function listTables(client: Client): Promise<{ table: string; columns: string[] }[]> {
  return rowsOf(
    client,
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
     GROUP BY table_name ORDER BY table_name`,
  )
}

/** The last numbers given out, which may be beyond those of the rows left. */
async function listSequences(client: Client): Promise<Dump['sequences']> {
  const columns = await rowsOf<{ table: string; column: string; sequence: string }>(
    client,
    `SELECT table_name AS table, column_name AS column,
            pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
     FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES' ORDER BY table_name`,
  )
  const sequences: Dump['sequences'] = []
  for (const { table, column, sequence } of columns) {
    const [row] = await rowsOf<{ last: string; is_called: boolean }>(
      client,
      `SELECT last_value AS last, is_called FROM ${sequence}`,
    )
    if (row?.is_called) sequences.push({ table, column, last: Number(row.last) })
  }
  return sequences
}

/** A database of an earlier release has no column `purged_at`, and its deleted archives are there until they are swept. */
async function listArchives(client: Client): Promise<RecordedArchive[]> {
  const rows = await rowsOf<{ key: string; bytes: string; sha256: Buffer; isDeleted: boolean }>(
    client,
    `SELECT v.public_id AS key, v.zip_bytes AS bytes, v.zip_sha256 AS sha256,
            coalesce(to_jsonb(v) ->> 'purged_at', to_jsonb(s) ->> 'purged_at') IS NOT NULL AS "isDeleted"
     FROM versions v JOIN storybooks s ON s.id = v.storybook_id ORDER BY v.id`,
  )
  return rows.map(({ key, bytes, sha256, isDeleted }) => ({ key, bytes: Number(bytes), sha256, isDeleted }))
}
