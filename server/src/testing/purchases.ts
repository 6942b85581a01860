import type { Person } from '../embedded/identity/people.ts'
import { startOperation } from '../embedded/marketplace/operations.ts'
import type { Action } from '../embedded/marketplace/operations.ts'
import { insertLandingToken, insertSubscription } from '../embedded/marketplace/store.ts'
import { testPortal } from './test-app.ts'

/** A purchase at the embedded marketplace for this person's organisation, and its landing page token. */
export async function aPurchase(person: Person, { plan = 'team', seats = 5 } = {}) {
  const { db } = await testPortal()
  const id = await insertSubscription(db, {
    name: `Plinth for ${person.organisation}`,
    plan_id: plan,
    quantity: seats,
    organisation: person.organisation,
    tenant_id: person.tenantId,
    email: person.email,
  })
  return { id, token: await insertLandingToken(db, id) }
}

/** Starts an operation at the marketplace, which then calls the portal's webhook. */
export async function triggerOperation(subscriptionId: string, action: Action, wanted = {}) {
  const { db, services } = await testPortal()
  const operation = await startOperation(db, subscriptionId, action, wanted)
  services.embeddedMarketplace?.webhookSender.wake()
  return operation
}

/** Starts an operation at the marketplace without a webhook call. */
export async function triggerSilently(subscriptionId: string, action: Action, wanted = {}) {
  const { db } = await testPortal()
  const operation = await startOperation(db, subscriptionId, action, wanted)
  await db
    .updateTable('emulated_operations')
    .set({ next_attempt_at: null })
    .where('id', '=', operation.id)
    .execute()
  return operation
}
