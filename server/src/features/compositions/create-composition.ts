import { compositionHours, maxCompositions, maxCompositionsOfPerson } from '@plinth/contract/compositions.ts'
import type {
  ComposedStorybook,
  CompositionDraft,
  NewComposition,
  Ref,
} from '@plinth/contract/compositions.ts'
import { can } from '@plinth/contract/roles.ts'
import type * as z from 'zod/mini'

import type { Database } from '../../database/connect.ts'
import { fromNow } from '../../database/from-now.ts'
import type { Actor } from '../../http/actor.ts'
import { userIdOf } from '../../http/callers.ts'
import type { Callers } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { storybookUrl } from '../../viewer/composition/replies.ts'
import { listMenuEntries } from '../../viewer/composition/store.ts'
import { versionMenu } from '../../viewer/composition/version-menu.ts'
import type { ComposedName, MenuEntry } from '../../viewer/composition/version-menu.ts'
import { findNamedVersionForReader } from '../../viewer/store.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { lockAccount } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import { refIds } from './ref-ids.ts'
import {
  countCompositions,
  findMemberBehindKey,
  findSameComposition,
  insertComposition,
  listStorybooksNamed,
} from './store.ts'

interface CompositionServices {
  db: Database
  config: Config
  viewer: Viewer
}

type Wanted = z.output<typeof ComposedStorybook>
type Found = Awaited<ReturnType<typeof listStorybooksNamed>>[number]

interface ComposedStorybookVersion extends Found {
  current: MenuEntry
  menu: MenuEntry[]
}

const hourMs = 60 * 60 * 1000

/** Addresses under which the pages of one origin can show storybooks, for hours. */
export async function createComposition(
  services: CompositionServices,
  actor: Actor,
  { caller, account }: Callers['member-or-key'],
  { origin, storybooks, hours = compositionHours.default }: z.output<typeof CompositionDraft>,
): Promise<NewComposition> {
  const { db, viewer } = services
  if (viewer.addresses.isShared) throw new Problem('composition_unavailable')
  const makerId = caller.kind === 'user' ? caller.user.id : await findMemberBehindKey(db, caller.key.id)
  if (makerId === undefined) throw new Problem('composition_needs_member')
  const composed = await findStorybooks(db, account.id, storybooks)
  const wanted = {
    apiKeyId: caller.kind === 'apiKey' ? caller.key.id : null,
    userId: userIdOf(caller),
    origin,
    expiresAt: fromNow(hours * hourMs),
    storybookIds: composed.map((storybook) => storybook.id),
  }
  const { id, expiresAt } = await db.transaction().execute(async (trx) => {
    // So that no other composition is created after looking and counting.
    requireAllowed(await lockAccount(trx, account.id), { caller, account })
    // A Storybook that is started again and again gets the same addresses, until half of their time is over.
    const halfway = fromNow((hours * hourMs) / 2)
    const same = await findSameComposition(trx, account.id, wanted, halfway)
    if (same) return same
    const { ofAccount, ofMaker } = await countCompositions(trx, account.id, makerId)
    if (ofAccount >= maxCompositions) throw new Problem('too_many_compositions')
    if (ofMaker >= maxCompositionsOfPerson) throw new Problem('too_many_compositions_of_person')
    const inserted = await insertComposition(trx, account.id, wanted)
    await record(trx, actor, {
      action: 'composition.created',
      subject: `${origin}: ${composed.map(({ title }) => title).join(', ')}`,
      accountId: account.id,
    })
    return inserted
  })
  const ids = refIds(composed.map(({ title }) => title))
  const refs = composed.map((storybook, at) => [ids[at], refOf(services, account.publicId, id, storybook)])
  return { id, expiresAt: expiresAt.toISOString(), refs: Object.fromEntries(refs) }
}

/** Whoever has the addresses can read what they show, so the account decides like about share links. */
function requireAllowed(
  rules: Awaited<ReturnType<typeof lockAccount>>,
  { caller, account: { role } }: Callers['member-or-key'],
): void {
  if (!rules) throw new Problem('not_found')
  if (!rules.allows_share_links) throw new Problem('compositions_forbidden')
  if (rules.viewers_may_compose) return
  if (caller.kind === 'apiKey') {
    if (caller.key.scope === 'read') throw new Problem('composition_not_allowed', { detail: keyOnlyReads })
  } else if (!role || !can(role, 'composeStorybooks')) throw new Problem('composition_not_allowed')
}

const keyOnlyReads =
  'API keys that can only read get no addresses for composing Storybooks in this account. Use a key that may publish, or ask an Owner to allow it in Settings.'

function refOf(
  { config, viewer: { addresses, labels } }: CompositionServices,
  accountPublicId: string,
  compositionId: number,
  { publicId, title, current, menu }: ComposedStorybookVersion,
): Ref {
  const addressOf = ({ versionId }: MenuEntry) =>
    addresses.originOf(labels.labelOf({ compositionId, versionId }))
  return {
    title,
    url: addressOf(current),
    versions: versionMenu([...menu, current], addressOf),
    sourceUrl: storybookUrl(config, { accountPublicId, storybookPublicId: publicId }),
  }
}

async function findStorybooks(
  db: Database,
  accountId: number,
  wanted: readonly Wanted[],
): Promise<ComposedStorybookVersion[]> {
  const known = await listStorybooksNamed(
    db,
    accountId,
    wanted.map(({ storybook }) => storybook),
  )
  const menus = new Map<number, MenuEntry[]>()
  const composed: ComposedStorybookVersion[] = []
  for (const { storybook, branch, release } of wanted) {
    const found = pick(known, storybook)
    const name = nameOf(branch, release)
    const version = await findNamedVersionForReader(db, { accountId }, found.publicId, name)
    if (!version) throw new Problem('composed_version_unknown', { detail: missingVersion(found.title, name) })
    if (version.kind === 'site')
      throw new Problem('composed_version_unknown', { detail: `“${found.title}” is not a Storybook.` })
    const menu = menus.get(found.id) ?? (await listMenuEntries(db, found.id))
    menus.set(found.id, menu)
    composed.push({ ...found, current: { name, versionId: version.id }, menu })
  }
  return composed
}

function pick(known: readonly Found[], wanted: string): Found {
  const byId = known.find(({ publicId }) => publicId === wanted)
  if (byId) return byId
  const [found, ...others] = known.filter(({ title }) => title.toLowerCase() === wanted.toLowerCase())
  if (!found) {
    const detail = `The account has no storybook with the id or title “${wanted}”.`
    throw new Problem('composed_storybook_unknown', { detail })
  }
  if (others.length > 0) {
    const ids = [found, ...others].map(({ publicId }) => publicId).join(', ')
    const detail = `Several storybooks have the title “${wanted}”. Name one by its id: ${ids}.`
    throw new Problem('composed_storybook_ambiguous', { detail })
  }
  return found
}

function nameOf(branch: string | undefined, release: string | undefined): ComposedName {
  if (branch !== undefined) return { branch }
  return release === undefined ? 'latest' : { release }
}

function missingVersion(title: string, name: ComposedName): string {
  if (name === 'latest') return `“${title}” has no version yet.`
  return 'branch' in name
    ? `“${title}” has no version of the branch “${name.branch}”.`
    : `“${title}” has no release “${name.release}”.`
}
