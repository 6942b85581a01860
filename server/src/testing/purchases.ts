import type { Person } from '../embedded/identity/people.ts'
import { startOperation } from '../embedded/marketplace/sales.ts'
import type { Action } from '../embedded/marketplace/sales.ts'
import { insertLandingToken, insertSold } from '../embedded/marketplace/store.ts'
import { testPortal } from './test-app.ts'

/** Something bought at the embedded marketplace for this person's organisation, and its landing page's token. */
export async function aPurchase(person: Person, { plan = 'team', seats = 5 } = {}) {
  const { db } = await testPortal()
  const id = await insertSold(db, {
    name: `Plinth for ${person.organisation}`,
    plan_id: plan,
    quantity: seats,
    organisation: person.organisation,
    tenant_id: person.tenantId,
    email: person.email,
  })
  return { id, token: await insertLandingToken(db, id) }
}

/** Lets something happen at the marketplace, which then tells the portal. */
export async function happen(soldId: string, action: Action, wanted = {}) {
  const { db, services } = await testPortal()
  const operation = await startOperation(db, soldId, action, wanted)
  services.embeddedMarketplace?.webhookSender.wake()
  return operation
}

/** As `happen`, but the portal hears nothing of it. */
export async function happenSilently(soldId: string, action: Action, wanted = {}) {
  const { db } = await testPortal()
  const operation = await startOperation(db, soldId, action, wanted)
  await db
    .updateTable('emulated_operations')
    .set({ next_attempt_at: null })
    .where('id', '=', operation.id)
    .execute()
  return operation
}
