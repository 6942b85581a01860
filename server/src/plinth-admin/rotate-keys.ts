import {
  deleteSigningKeys,
  expireSigningKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
} from '../database/signing-keys-store.ts'
import { providerKeys } from '../embedded/identity/keys.ts'
import { agentKeys } from '../features/connected-agents/authorization-server.ts'
import { announceEverything } from '../identity/revocations.ts'
import type { KeyKind } from '../identity/signing-keys.ts'
import type { Config } from '../settings/config.ts'
import { labelKeys } from '../viewer/composition/labels.ts'
import { sessionKeys } from '../viewer/signer.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import type { AdminServices } from './admin-services.ts'
import { print } from './output.ts'

const kinds: readonly KeyKind<unknown>[] = [sessionKeys, labelKeys, providerKeys, agentKeys]

/** Every instance has loaded a new key by then: four times as long as they take without notifications. */
const leadSeconds = 120
const dayMs = 24 * 60 * 60 * 1000

interface Rotation {
  /** A key has leaked: nothing it has signed counts any more. */
  revokesFormer: boolean
}

export async function rotateKeys(config: Config, { revokesFormer }: Rotation): Promise<number> {
  return withServices(config, {}, async ({ db }) => {
    await assertUpToDate(db)
    const lines = await db.transaction().execute(async (trx) => {
      await lockSigningKeys(trx)
      const rotated: string[] = []
      for (const kind of kinds) rotated.push(...(await rotate(trx, kind, { revokesFormer })))
      return rotated
    })
    await announceEverything(db)
    for (const line of lines) print(line)
    print(
      revokesFormer
        ? 'Everything that the former keys have signed is refused from now on; by instances that do not hear of it, after 30 seconds.'
        : 'Nobody is signed out. The former keys are deleted when they are no longer accepted.',
    )
    return 0
  })
}

/** Kinds that this portal does not use have no key, and get none. */
async function rotate(
  trx: AdminServices['db'],
  { name, lifetimeDays, create }: KeyKind<unknown>,
  { revokesFormer }: Rotation,
): Promise<string[]> {
  const [newest] = await listSigningKeys(trx, name)
  if (!newest) return []
  const generation = newest.generation + 1
  const inSeconds = revokesFormer ? 0 : leadSeconds
  const signsFrom = await insertSigningKey(trx, { name, generation, value: await create(), inSeconds })
  if (revokesFormer) {
    await deleteSigningKeys(trx, { name, before: generation })
    return [`${name}: key ${generation} signs from now on; all former ones are deleted.`]
  }
  const acceptedUntil = new Date(signsFrom.getTime() + lifetimeDays * dayMs)
  await expireSigningKeys(trx, { name, before: generation, at: acceptedUntil })
  const [from, until] = [signsFrom, acceptedUntil].map((date) => date.toISOString().slice(0, 19))
  return [
    `${name}: key ${generation} signs from ${from}Z on; key ${newest.generation} is accepted until ${until}Z.`,
  ]
}
