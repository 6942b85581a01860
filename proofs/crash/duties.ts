import { setTimeout as sleep } from 'node:timers/promises'

import type { Inside } from '../portal.ts'

const retention = 'apply retention rules'
const sending = 'send webhooks'

const makeDue = ({ db }: Inside, name: string) =>
  db.updateTable('duties').set({ done_at: null }).where('name', '=', name).execute()

/** As if an hour had passed since rules were applied. */
export const makeRetentionDue = async (inside: Inside): Promise<void> => {
  await makeDue(inside, retention)
}

/** So that the rules do not change what is being looked at. */
export async function applyRules(inside: Inside, withinMs = 20_000): Promise<void> {
  await makeRetentionDue(inside)
  const deadline = Date.now() + withinMs
  const due = inside.db
    .selectFrom('duties')
    .select('name')
    .where('name', '=', retention)
    .where('done_at', 'is', null)
  while (await due.executeTakeFirst()) {
    if (Date.now() > deadline) throw new Error('the retention rules are not applied')
    await sleep(20)
  }
}

/** As if the time had passed for which a killed instance has claimed webhooks. */
export async function endClaims(inside: Inside): Promise<void> {
  await inside.db
    .updateTable('webhooks')
    .set({ next_attempt_at: new Date(0) })
    .execute()
  await makeDue(inside, sending)
}
