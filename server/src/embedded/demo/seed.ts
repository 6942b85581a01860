import type { Role } from '@plinth/contract/roles.ts'

import type { Database } from '../../database/connect.ts'
import { lockDuty } from '../../database/duties-store.ts'
import { insertAccount } from '../../features/accounts/store.ts'
import { insertMembership } from '../../features/members/store.ts'
import { ensureUser } from '../../identity/store.ts'
import { demoOperator } from '../../settings/read-admins.ts'
import { addPerson, personFrom } from '../identity/people.ts'
import type { Person } from '../identity/people.ts'

interface DemoPerson extends Person {
  belongsTo: Partial<Record<'Contoso' | 'Fabrikam', Role>>
}

const demoPerson = (
  email: string,
  displayName: string,
  organisation: string,
  belongsTo: DemoPerson['belongsTo'],
): DemoPerson => ({ ...personFrom(email, displayName, organisation), belongsTo })

export const demoPeople = [
  demoPerson('owner@contoso.example', 'Olivia Owner', 'Contoso', { Contoso: 'Owner' }),
  demoPerson('member@contoso.example', 'Marcus Member', 'Contoso', { Contoso: 'User' }),
  demoPerson('designer@contoso.example', 'Dana Designer', 'Contoso', { Contoso: 'User' }),
  demoPerson('owner@fabrikam.example', 'Felix Owner', 'Fabrikam', { Fabrikam: 'Owner' }),
  demoPerson('consultant@fabrikam.example', 'Carla Consultant', 'Fabrikam', {
    Contoso: 'User',
    Fabrikam: 'User',
  }),
]

const operator = demoPerson(demoOperator, 'Petra Operator', 'Plinth', {})

/** The people of the demo; without the operator if anybody can sign in as anybody. */
export const demoCast = ({ isPublicDemo }: { isPublicDemo: boolean }): DemoPerson[] =>
  isPublicDemo ? demoPeople : [...demoPeople, operator]

const duty = 'fill with the demo'

/** Fills an empty portal with two organisations, once. */
export async function seedDemo(db: Database, people: DemoPerson[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockDuty(trx, duty)
    const existing = await trx.selectFrom('identity_people').select('object_id').limit(1).executeTakeFirst()
    if (existing) return
    const accounts = {
      Contoso: await insertAccount(trx, 'Contoso', personFrom('owner@contoso.example', '').tenantId),
      Fabrikam: await insertAccount(trx, 'Fabrikam', personFrom('owner@fabrikam.example', '').tenantId),
    }
    for (const person of people) {
      await addPerson(trx, person)
      const userId = await ensureUser(trx, person)
      for (const [account, role] of Object.entries(person.belongsTo)) {
        await insertMembership(trx, accounts[account as keyof typeof accounts].id, userId, role)
      }
    }
  })
}
