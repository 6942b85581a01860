import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { getStorybookFile } from '@plinth/contract/viewer.ts'

import type { Inside } from '../portal.ts'
import { endClaims } from './duties.ts'
import { increase } from './facts.ts'
import { observe } from './observe.ts'
import type { Observed, ObservedVersion } from './observe.ts'
import type { Receiver } from './receiver.ts'
import { hashOf, leastKept, tick } from './world.ts'
import type { Publication, Violation, World } from './world.ts'

/** Compares what the portal shows with what was acknowledged. What was in doubt is certain afterwards. */
export async function compare(world: World, archives: string): Promise<Violation[]> {
  const observed = await observe(world)
  const found: Violation[] = []
  const violated = (kind: Violation['kind'], text: string) => void found.push({ kind, text })
  noteIds(world, observed, violated)
  const mayBeRemoved = (fact: string, value: string) =>
    value === 'trashed' && isBehind(world, observed, fact.replace('version ', ''))
  for (const text of world.facts.settle(observed.facts, mayBeRemoved)) violated('lost', text)
  for (const version of observed.versions) await compareBytes(world, version, archives, violated)
  compareNewest(world, observed, violated)
  compareCounts(observed, violated)
  compareMembers(world, observed, violated)
  compareRule(world, observed, violated)
  for (const text of differences(observed.entries, expected(world, observed).entries)) {
    violated('lost', `audit log: ${text}`)
  }
  return found.map(({ kind, text }) => ({ kind, text: `${text} (account ${world.account.publicId})` }))
}

type Report = (kind: Violation['kind'], text: string) => void

/** What was published without an answer is known from now on, if it was published. */
function noteIds({ publications }: World, { versions }: Observed, violated: Report) {
  const seen = new Set<string>()
  for (const { label, publicId } of versions) {
    const publication = publications.get(label)
    if (!publication) {
      violated('other', `version ${publicId} was published by nobody: ${label}`)
      continue
    }
    if (seen.has(label)) violated('double use', `${label} was published twice`)
    seen.add(label)
    if (publication.publicId !== undefined && publication.publicId !== publicId) {
      violated('lost', `${label} is ${publicId}, and was answered to be ${publication.publicId}`)
    }
    publication.publicId = publicId
    publication.answered ??= tick()
  }
}

/** Whether enough others may be newer on its branch for the rule to remove it. */
function isBehind({ publications, books }: World, { versions }: Observed, label: string): boolean {
  const publication = publications.get(label)
  if (publication?.book !== 'thinned') return false
  const existing = new Set(versions.map((each) => each.label))
  const mayBeNewer = [...publications.values()].filter(
    (other) =>
      other !== publication &&
      other.book === publication.book &&
      existing.has(other.label) &&
      !isCertainlyBefore(other, publication),
  )
  const isRemovedByRule = versions.some(
    (version) =>
      version.label === label && version.storybook === books.thinned.publicId && version.isRemovedByRule,
  )
  return isRemovedByRule && mayBeNewer.length >= leastKept
}

const isCertainlyBefore = (one: Publication, other: Publication) =>
  one.answered !== undefined && one.answered < other.began

/** Listed or in the trash, what was uploaded is stored unchanged; and what is listed is served. */
async function compareBytes(world: World, version: ObservedVersion, archives: string, violated: Report) {
  const { label, publicId, storybook, bytes, state } = version
  const publication = world.publications.get(label)
  if (!publication) return
  if (bytes !== publication.bytes) {
    violated('half-published', `${label} has ${bytes} bytes instead of ${publication.bytes}`)
  }
  const stored = await readFile(join(archives, `${publicId}.zip`)).catch(() => undefined)
  if (!stored) violated('half-published', `${label} is recorded as ${publicId}, and has no archive`)
  else if (hashOf(stored) !== publication.sha256)
    violated('half-published', `the archive of ${label} is another`)
  if (state === 'trashed') return
  const params = { storybook, version: publicId, '*': 'assets/app.js' }
  const served = await world.owner.call(getStorybookFile, { params }).then(
    (file) => Buffer.from(file).toString(),
    (error: Error) => error.message,
  )
  if (served !== `console.info(${JSON.stringify(label)})`) {
    violated('half-published', `${label} is served as ${served}`)
  }
}

/** None that is listed was certainly published later than the newest. */
function compareNewest({ publications }: World, { newest, versions }: Observed, violated: Report) {
  const byId = new Map([...publications.values()].map((each) => [each.publicId, each]))
  for (const { storybook, branch, publicId } of newest) {
    const shown = byId.get(publicId)
    if (!shown) {
      violated('wrong newest', `the newest of ${branch} is ${publicId}, which nobody published`)
      continue
    }
    for (const version of versions) {
      const other = publications.get(version.label)
      if (version.storybook !== storybook || version.state !== 'listed' || other?.branch !== branch) continue
      if (isCertainlyBefore(shown, other)) {
        violated('wrong newest', `the newest of ${branch} is ${shown.label}, and ${other.label} is newer`)
      }
    }
  }
}

function compareCounts({ counts, versions, usedBytes, trashedBytes }: Observed, violated: Report) {
  for (const [storybook, count] of counts) {
    const listed = versions.filter((each) => each.storybook === storybook && each.state === 'listed').length
    if (listed !== count)
      violated('half-published', `${storybook} counts ${count} versions, and has ${listed}`)
  }
  const stored = versions.reduce((sum, { bytes }) => sum + bytes, trashedBytes)
  if (stored !== usedBytes) violated('half-published', `${usedBytes} bytes are counted, and ${stored} stored`)
}

/** Who used an invitation is a member, and the other one is not. */
function compareMembers(world: World, { facts, memberEmails }: Observed, violated: Report) {
  for (const { email, racers } of world.invitations) {
    const state = facts.get(`invitation ${email}`)
    const joined = racers.map(({ person }) => person.email).filter((each) => memberEmails.has(each))
    if (joined.length > 1) violated('double use', `${joined.join(' and ')} joined with one invitation`)
    const should = state === `used by ${joined[0]}` || (state === 'open' && joined.length === 0)
    if (!should) violated('lost', `the invitation ${email} is ${state}, and ${joined.join()} joined`)
  }
}

/** Rules have been applied after the restart, and nobody published since. */
function compareRule({ books }: World, { facts, versions }: Observed, violated: Report) {
  const listed = versions.filter(
    ({ storybook, state }) => storybook === books.thinned.publicId && state === 'listed',
  )
  const kept = Number(facts.get('rule'))
  if (listed.length > kept)
    violated('other', `the rule keeps ${kept} versions, and ${listed.length} are listed`)
}

/** How often the audit log and webhooks must tell each change, now that none is in doubt. */
function expected({ facts, publications }: World, { versions }: Observed) {
  const entries = new Map(facts.entries)
  const events = new Map(facts.events)
  const byRule = versions.filter(({ isRemovedByRule }) => isRemovedByRule)
  const known = [...publications.values()].filter(({ publicId }) => publicId !== undefined)
  for (const counts of [entries, events]) {
    for (const { publicId } of known) increase(counts, `version.published ${publicId}`)
    for (const { publicId } of byRule) increase(counts, `version.deleted ${publicId}`)
  }
  return { entries, events }
}

function differences(found: Map<string, number>, wanted: Map<string, number>): string[] {
  return [...new Set([...found.keys(), ...wanted.keys()])].flatMap((key) => {
    const [has, needs] = [found.get(key) ?? 0, wanted.get(key) ?? 0]
    return has === needs || key.startsWith('webhook.') ? [] : [`${key}: ${has} times instead of ${needs}`]
  })
}

/** Every change has been told, and nothing that did not happen. Clients must have ended. */
export async function compareEvents(
  world: World,
  inside: Inside,
  receiver: Receiver,
  maxSilenceMs = 20_000,
): Promise<Violation[]> {
  const { publicId } = world.account
  let heardAt = Date.now()
  let leastMissing = Infinity
  await endClaims(inside)
  for (;;) {
    const wanted = expected(world, await observe(world)).events
    const missing = differences(receiver.eventsOf(publicId), wanted)
    if (missing.length === 0) return []
    if (missing.length < leastMissing) {
      leastMissing = missing.length
      heardAt = Date.now()
    }
    if (Date.now() > heardAt + maxSilenceMs) {
      return missing.map((text) => ({ kind: 'lost', text: `event ${text} (account ${publicId})` }))
    }
    await sleep(200)
  }
}
