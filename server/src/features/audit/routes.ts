import { Readable } from 'node:stream'

import { downloadAccountAudit, downloadAudit, listAccountAudit, listAudit } from '@plinth/contract/audit.ts'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import { csvHead, csvLine } from './csv.ts'
import { listAuditEntries } from './store.ts'
import type { AuditQuery, AuditRow } from './store.ts'

const atOnce = 1000

export function auditRoutes(app: FastifyInstance, { db }: { db: Database }) {
  const list = async (query: AuditQuery) => (await listAuditEntries(db, query)).map(presentEntry)

  route(app, listAccountAudit, ({ account, query }) => list({ ...query, accountId: account.id }))
  route(app, listAudit, ({ query: { account, ...query } }) => list({ ...query, accountPublicId: account }))
  route(app, downloadAccountAudit, ({ account, query }, reply) =>
    sendCsv(reply, db, { ...query, accountId: account.id }),
  )
  route(app, downloadAudit, ({ query: { account, ...query } }, reply) =>
    sendCsv(reply, db, { ...query, accountPublicId: account }),
  )
}

function sendCsv(reply: FastifyReply, db: Database, query: Omit<AuditQuery, 'limit' | 'before'>) {
  void reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="audit-log.csv"')
    .send(Readable.from(csvOf(db, query)))
}

/** The whole log, read as fast as it is taken. */
async function* csvOf(db: Database, query: Omit<AuditQuery, 'limit' | 'before'>) {
  yield csvHead
  let before: number | undefined
  do {
    const rows = await listAuditEntries(db, { ...query, before, limit: atOnce })
    if (rows.length > 0) yield rows.map((row) => csvLine(presentEntry(row))).join('')
    before = rows.length === atOnce ? rows.at(-1)?.id : undefined
  } while (before !== undefined)
}

function presentEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    subject: row.subject,
    actorKind: row.actor_kind,
    actor: row.actor,
    address: row.address,
    accountPublicId: row.account_public_id,
    accountName: row.account_name,
  }
}
