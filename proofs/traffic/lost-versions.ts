import { addressOf } from '@plinth/contract/client.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'

import type { Inside } from '../portal.ts'
import { scriptOf } from './build.ts'
import type { Send } from './send.ts'
import type { Entrance, Visitor } from './visitor.ts'

/** How many versions are looked into, of all ages. */
const lookedInto = 100

/** What is wrong with versions whose publishing was acknowledged: all must be stored, and serve what was published. */
export async function lostVersions(
  { db }: Inside,
  { published, storybook, member }: Visitor,
  send: Send,
  entrance: Entrance,
): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select('versions.public_id')
    .where('storybooks.public_id', '=', storybook)
    .execute()
  const stored = new Set(rows.map((row) => row.public_id))
  const wrong = [...published.keys()]
    .filter((version) => !stored.has(version))
    .map((version) => `the acknowledged version ${version} is lost`)
  const step = Math.ceil(published.size / lookedInto)
  for (const [version, label] of [...published].toReversed().filter((_, i) => i % step === 0)) {
    const path = addressOf(getStorybookFile, { storybook, version, '*': 'assets/app.js' })
    const answer = await send({ ...entrance, path, headers: { authorization: `Bearer ${member.token}` } })
    if (answer.status !== 200 || !answer.body.equals(scriptOf(label)))
      wrong.push(`the acknowledged version ${version} is not served as published: ${answer.status}`)
  }
  return wrong
}
