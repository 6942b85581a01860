import { listApiKeys } from '@plinth/contract/api-keys.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import { listInvitations } from '@plinth/contract/invitations.ts'
import { listMembers } from '@plinth/contract/members.ts'
import { getRetention } from '@plinth/contract/retention.ts'
import { getStorage } from '@plinth/contract/storage.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { listTrash, maxTrashPerPage } from '@plinth/contract/trash.ts'
import { listBranches, listVersions } from '@plinth/contract/versions.ts'

import { increase } from './facts.ts'
import type { World } from './world.ts'

/** What the portal shows of an account. */
export interface Observed {
  facts: Map<string, string>
  versions: ObservedVersion[]
  /** The newest version of each branch, and what is called the latest of each storybook. */
  newest: { storybook: string; branch: string; publicId: string }[]
  /** Storybooks, and how many versions each says it has. */
  counts: Map<string, number>
  memberEmails: Set<string>
  usedBytes: number
  /** Of storybooks in the trash, whose versions are not listed. */
  trashedBytes: number
  /** The audit log: `${action} ${what it is about}`, and how often. */
  entries: Map<string, number>
}

export interface ObservedVersion {
  label: string
  publicId: string
  storybook: string
  state: 'listed' | 'trashed'
  bytes: number
  isRemovedByRule: boolean
}

export async function observe(world: World): Promise<Observed> {
  const { account, books, invitations: races, publications } = world
  const { call } = world.owner
  const params = { account: account.publicId }
  const [storybooks, trash, keys, members, invitations, retention, { usedBytes }, entries] =
    await Promise.all([
      call(listStorybooks, { params }),
      call(listTrash, { params, query: { limit: maxTrashPerPage } }),
      call(listApiKeys, { params }),
      call(listMembers, { params }),
      call(listInvitations, { params }),
      call(getRetention, { params }),
      call(getStorage, { params }),
      readAudit(world),
    ])
  const facts = new Map<string, string>()
  const versions: ObservedVersion[] = []
  const newest: Observed['newest'] = []
  for (const { title, publicId: storybook, latest } of storybooks) {
    facts.set(`storybook ${title}`, 'listed')
    const inBook = { params: { ...params, storybook } }
    for (const { message, publicId, size, release } of await call(listVersions, inBook)) {
      const label = message ?? ''
      const at = { storybook, state: 'listed' as const, isRemovedByRule: false }
      versions.push({ label, publicId, bytes: size, ...at })
      if (release !== null) facts.set(`release of ${label}`, release)
    }
    for (const { name, newest: version } of await call(listBranches, inBook)) {
      newest.push({ storybook, branch: name ?? '', publicId: version.publicId })
    }
    if (latest) newest.push({ storybook, branch: latest.branch ?? '', publicId: latest.versionPublicId })
  }
  let trashedBytes = 0
  for (const item of trash.items) {
    if (item.kind === 'storybook') {
      facts.set(`storybook ${item.title}`, 'trashed')
      trashedBytes += item.bytes
      // They come back with it.
      const labels = [...publications.keys()].filter((label) => publications.get(label)?.book === 'removed')
      const isComplete = item.versionCount === labels.length && item.publicId === books.removed.publicId
      if (isComplete) for (const label of labels) facts.set(`version ${label}`, 'listed')
    } else {
      const { publicId, storybookPublicId: storybook, bytes, rule } = item
      const at = { storybook, state: 'trashed' as const, isRemovedByRule: rule !== null }
      versions.push({ label: item.message ?? '', publicId, bytes, ...at })
    }
  }
  for (const { label, state } of versions) facts.set(`version ${label}`, state)
  for (const { name } of keys) facts.set(`key ${name}`, 'there')
  const guests = new Set(races.flatMap(({ racers }) => racers.map(({ person }) => person.email)))
  for (const { email, role } of members) if (!guests.has(email)) facts.set(`role of ${email}`, role)
  for (const { email, isUsed, usedByEmail } of invitations) {
    facts.set(`invitation ${email}`, isUsed ? `used by ${usedByEmail}` : 'open')
  }
  facts.set('rule', String(retention.exceptions[0]?.rule?.keepNewest))
  return {
    facts,
    versions,
    newest,
    counts: new Map(storybooks.map(({ publicId, versionCount }) => [publicId, versionCount])),
    memberEmails: new Set(members.map(({ email }) => email)),
    usedBytes,
    trashedBytes,
    entries,
  }
}

async function readAudit({ account, owner: { call } }: World): Promise<Map<string, number>> {
  const entries = new Map<string, number>()
  const limit = 1000
  let before: number | undefined
  for (;;) {
    const query = { limit, ...(before === undefined ? {} : { before }) }
    const page = await call(listAccountAudit, { params: { account: account.publicId }, query })
    for (const entry of page) increase(entries, nameOf(entry))
    before = page.at(-1)?.id
    if (page.length < limit) return entries
  }
}

/** As a change says what its entry will be. */
function nameOf({ action, subject }: AuditEntry): string {
  if (action === 'retention.changed') return action
  const [, version] = /, version (\w+)/.exec(subject) ?? []
  const [email] = /[^\s()]+@[^\s(),]+/.exec(subject) ?? []
  return `${action} ${version ?? email ?? subject}`
}
