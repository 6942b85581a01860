import { Readable } from 'node:stream'

import { downloadAccountAudit, downloadAudit, listAccountAudit, listAudit } from '@plinth/contract/audit.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { keepBinding } from '../../database/account-binding.ts'
import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import { csvHead, csvLine } from './csv.ts'
import { presentAuditEntry, presentForOperator } from './present.ts'
import { listAuditEntries } from './store.ts'
import type { AuditQuery, AuditRow } from './store.ts'

const batchSize = 1000

type Page = Pick<AuditQuery, 'limit' | 'before'>

export function auditRoutes(app: FastifyInstance, { db }: { db: Database }) {
  route(app, listAccountAudit, async ({ account, query }) => {
    const rows = await listAuditEntries(db, { ...query, accountId: account.id })
    return rows.map(presentAuditEntry)
  })
  route(app, listAudit, async ({ query: { account, ...query } }) => {
    const rows = await listAuditEntries(db, { ...query, accountPublicId: account })
    return rows.map(presentForOperator)
  })
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
    .send(Readable.from(csvOf(keepBinding((page: Page) => listAuditEntries(db, { ...query, ...page })))))
}

/** The whole log in batches, read only as fast as the client receives it. */
async function* csvOf(list: (page: Page) => Promise<AuditRow[]>) {
  yield csvHead
  let before: number | undefined
  do {
    const rows = await list({ before, limit: batchSize })
    if (rows.length > 0) yield rows.map((row) => csvLine(presentAuditEntry(row))).join('')
    before = rows.length === batchSize ? rows.at(-1)?.id : undefined
  } while (before !== undefined)
}
