import type { Attempt } from './attempt.ts'
import type { Outcome } from './connection.ts'
import type { KnownPortal } from './known.ts'

const maxLearned = 30
const idPattern = /"(publicId|versionPublicId|accountPublicId|id|uid)":"?([\w-]{1,60})/g

/** Remembers the ids of what an attempt has created: later attempts name and delete it. */
export function learnFrom(portal: KnownPortal, { kind, bytes }: Attempt, { answers }: Outcome): void {
  const [answer] = answers
  if (answer?.status !== 201 || (kind !== 'contract' && kind !== 'form')) return
  const isAccount = bytes.toString('latin1', 0, 40).includes('/admin/')
  for (const [, field = '', id = ''] of answer.body.toString('latin1', 0, 4000).matchAll(idPattern)) {
    const name = field === 'publicId' && isAccount ? 'account' : (nameOf[field] ?? field)
    remember(portal, `spare ${name}`, id)
    if (name !== 'account') remember(portal, name, id)
  }
}

const nameOf: Record<string, string> = {
  publicId: 'storybook',
  versionPublicId: 'version',
  accountPublicId: 'account',
}

/** What was there first stays. */
function remember({ values }: KnownPortal, name: string, id: string) {
  const known = (values[name] ??= [])
  if (known.length < maxLearned) known.push(id)
  else known[Math.ceil(maxLearned / 2) + (Number.parseInt(id.slice(-1), 36) % (maxLearned / 2))] = id
}
