import * as contract from '@plinth/contract/members.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { Revocations } from '../../identity/revocations.ts'
import { addMember, changeMember, removeMember } from './change-members.ts'
import { presentMember } from './present.ts'
import { listMembersOfAccount } from './store.ts'

export function memberRoutes(
  app: FastifyInstance,
  { db, revocations }: { db: Database; revocations: Revocations },
) {
  route(app, contract.listMembers, async ({ account }) => {
    const rows = await listMembersOfAccount(db, account.id)
    return rows.map(presentMember)
  })

  route(app, contract.addMember, async ({ account, body, actor }) => {
    return presentMember(await addMember(db, actor, account, body))
  })

  route(app, contract.updateMember, async ({ account, params, query, body, actor }) => {
    const member = await changeMember(db, actor, account, { ...params, ...query }, body)
    if (body.role !== undefined) await revocations.announce({ userId: member.user_id })
    return presentMember(member)
  })

  route(app, contract.deleteMember, async ({ account, params, query, actor }) => {
    const userId = await removeMember(db, actor, account, { ...params, ...query })
    await revocations.announce({ userId })
  })
}
