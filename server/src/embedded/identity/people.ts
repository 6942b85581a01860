import { createHash } from 'node:crypto'

import type { Database } from '../../database/connect.ts'

/** A person the embedded provider can sign in. */
export interface Person {
  objectId: string
  tenantId: string
  organisation: string
  displayName: string
  email: string
}

/** The same text gives the same id, so that tenants and people keep theirs in a new database. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The person's id is derived from the e-mail address, the tenant's from its domain. */
export function personFrom(email: string, displayName: string, organisation?: string): Person {
  const address = email.trim().toLowerCase()
  const domain = address.split('@')[1] ?? ''
  return {
    objectId: idFrom(`person ${address}`),
    tenantId: idFrom(`tenant ${domain}`),
    organisation: organisation ?? domain,
    displayName,
    email: address,
  }
}

const columns = [
  'object_id as objectId',
  'tenant_id as tenantId',
  'organisation',
  'display_name as displayName',
  'email',
] as const

export function listPeople(db: Database): Promise<Person[]> {
  return db
    .selectFrom('identity_people')
    .select(columns)
    .orderBy('organisation')
    .orderBy('created_at')
    .orderBy('email')
    .limit(200)
    .execute()
}

export function findPerson(db: Database, objectId: string): Promise<Person | undefined> {
  return db.selectFrom('identity_people').select(columns).where('object_id', '=', objectId).executeTakeFirst()
}

/** Adds a person unless the e-mail address is known, and returns the stored person. */
export async function addPerson(db: Database, person: Person): Promise<Person> {
  await db
    .insertInto('identity_people')
    .values({
      object_id: person.objectId,
      tenant_id: person.tenantId,
      organisation: person.organisation,
      display_name: person.displayName,
      email: person.email,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findPerson(db, person.objectId)) ?? person
}
