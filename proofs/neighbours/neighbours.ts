import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createApiKey } from '@plinth/contract/api-keys.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'

import { writeZip } from '../../server/src/testing/zip-writer.ts'
import { openInside, startPortal } from '../portal.ts'
import type { Inside, RunningPortal } from '../portal.ts'
import type { Proof, Run } from '../proof.ts'
import { send } from '../traffic/send.ts'
import type { Outgoing, Send } from '../traffic/send.ts'
import { aVisitor } from '../traffic/visitor.ts'
import type { Action, Visitor } from '../traffic/visitor.ts'
import type { Task } from '../traffic/workers.ts'
import { untilRead } from '../until-read.ts'
import { comparePhases } from './compare-phases.ts'
import { largeSizes } from './costly-builds.ts'
import type { CostlySizes } from './costly-builds.ts'
import { costlyPlan } from './costly.ts'
import { crowdPlan } from './crowd.ts'
import type { LoudPlan } from './loud.ts'
import { joinProcessorGroup } from './processor-group.ts'
import type { RepeatPlan } from './repeat.ts'

interface Options {
  phaseMs?: number
  warmUpMs?: number
  /** Of the account whose data is what costs. */
  sizes?: CostlySizes
  /** Not in the short form: times are noise on machines that do other things too. */
  judgesMeasurements?: boolean
}

/** One account may be as loud as these allow, unlike in other proofs. */
const defaultRates = {
  PLINTH_RATE_PER_CALLER: '1200',
  PLINTH_RATE_PER_ADDRESS: '6000',
  PLINTH_RATE_PER_ADDRESS_FILES: '1200000',
}

const manyVersions = 10_000
const keyCount = 5
const maxRatio = 2
const [loudAccount, costlyAccount, crowd] = ['a loud account', 'a costly account', 'a crowd'] as const
/** Answers that each of them must get, or it was no burden. */
const minPerSecond: Record<string, number> = { [loudAccount]: 10, [costlyAccount]: 0.2, [crowd]: 50 }
const MiB = 1024 * 1024

export const neighboursProof = ({
  phaseMs = 15_000,
  warmUpMs = 3000,
  sizes = largeSizes,
  judgesMeasurements = true,
}: Options = {}): Proof => ({
  summary:
    'one account misbehaves in every way at once, another has data that costs, a crowd has no account at all; what others do takes at most twice as long',
  // Each with a quiet phase and one of each kind.
  rounds: 10,
  async run(run) {
    const leaveGroup = judgesMeasurements ? joinProcessorGroup() : undefined
    if (judgesMeasurements && !leaveGroup) run.note('without a group of its own, priorities may mean little')
    const portal = await startPortal(run.folder, { settings: defaultRates })
    const inside = openInside(portal)
    const agent = new Agent({ keepAlive: true })
    const priority = getPriority()
    runFirst(run.note)
    const answered = new Map<string, Map<string, number>>()
    try {
      const via: Send = (outgoing: Outgoing) => send({ agent, ...outgoing })
      const entrance = entranceOf(portal)
      const quiet = await aVisitor(inside, entrance, via, { random: run.random })
      const plan = await planOf(run, inside, portal, via)
      const costly = await costlyPlan(inside, entrance, run.folder, sizes)
      const beside = (who: string, file: string, argument: string) => async () => {
        const counts = answered.get(who) ?? new Map<string, number>()
        answered.set(who, counts)
        const end = await runBeside(file, argument)
        return async () => addCounts(counts, await end())
      }
      const repeat = async (who: string, requests: RepeatPlan) => {
        const file = join(run.folder, `${who}.json`)
        await writeFile(file, JSON.stringify(requests))
        return beside(who, 'repeat.ts', file)
      }
      const { figures, violations } = await comparePhases(run, {
        tasks: tasksOf(quiet),
        send: via,
        phases: {
          [loudAccount]: beside(loudAccount, 'loud.ts', JSON.stringify(plan)),
          [costlyAccount]: await repeat(costlyAccount, costly),
          [crowd]: await repeat(crowd, crowdPlan(entrance)),
        },
        settle: () => untilRead(inside.db),
        phaseMs,
        warmUpMs,
        maxRatio: judgesMeasurements ? maxRatio : Infinity,
      })
      const seconds = (Number(figures['rounds']) * (warmUpMs + phaseMs)) / 1000
      for (const [who, counts] of answered) {
        figures[`${who} got`] = describeCounts(counts)
        if (judgesMeasurements && sumOf(counts) < seconds * (minPerSecond[who] ?? 0))
          violations.push(`${who} did not ask for much: ${describeCounts(counts)}`)
      }
      return { figures, violations }
    } finally {
      setPriority(priority)
      agent.destroy()
      await inside.close()
      await portal.stop()
      leaveGroup?.()
    }
  },
})

export const neighbours = neighboursProof()

/** Others use machines of their own. Here they share one with the loud client and the portal. */
function runFirst(note: Run['note']): void {
  try {
    setPriority(-20)
  } catch {
    note('without the right to a higher priority, others compete with the portal for the processor')
  }
}

const entranceOf = ({ port }: RunningPortal) => ({ port, host: `plinth.localhost:${port}` })

/** At a steady pace, within the rate of one person. */
const tasksOf = ({ actions }: Visitor): Task[] => [
  ...(['list', 'search', 'mcp', 'view', 'range'] as const).map((kind) => ({
    kind,
    action: actions[kind],
    pauseMs: 250,
  })),
  { kind: 'publish', action: actions.publish, pauseMs: 700 },
  { kind: 'page', action: pageOf(actions), pauseMs: 700 },
]

/** What a page asks for at once. */
const pageOf =
  ({ list, search, open }: Visitor['actions']): Action =>
  async (via) =>
    void (await Promise.all([list, list, list, search, open].map((action) => action(via))))

/** An account with everything that can be a burden. */
async function planOf(run: Run, inside: Inside, portal: RunningPortal, via: Send): Promise<LoudPlan> {
  const { account, member, storybook, version } = await aVisitor(inside, entranceOf(portal), via, {
    random: run.random.branch('loud'),
    mediaBytes: 16 * MiB,
  })
  const params = { account: account.publicId }
  const keys = await Promise.all(
    Array.from({ length: keyCount }, async (_, i) => {
      const body = { name: `Loud ${i}`, scope: 'read' as const }
      return (await member.call(createApiKey, { params, body })).key
    }),
  )
  await addVersions(inside, storybook)
  const heavyZip = join(run.folder, 'heavy.zip')
  const zip = aHeavyZip()
  await writeFile(heavyZip, zip)
  const { port, host } = entranceOf(portal)
  const form = new FormData()
  form.append('File', new Blob([zip]))
  const { versionPublicId: heavyVersion } = await member.call(publishVersion, {
    params: { ...params, storybook },
    form,
  })
  const home = { port, host, account: account.publicId, storybook, version, heavyVersion }
  return { ...home, token: member.token, keys, heavyZip }
}

/** As publishing records them, without archives. */
async function addVersions({ db }: Inside, storybook: string): Promise<void> {
  await sql`
    INSERT INTO versions (public_id, storybook_id, created_at, message, branch, zip_sha256, zip_bytes, unpacked_bytes,
      file_count, kind)
    SELECT left(md5('loud' || n), 20), id, now() - n * interval '1 minute', 'Change number ' || n,
      'feature/' || n / 10, sha256(n::text::bytea), 1000, 1000, 5, 'site'
    FROM storybooks, generate_series(1, ${manyVersions}::int) AS n WHERE public_id = ${storybook}
  `.execute(db)
  await sql`UPDATE storybooks SET version_count = version_count + ${manyVersions} WHERE public_id = ${storybook}`.execute(
    db,
  )
  // PostgreSQL does so by itself within a minute.
  await sql`ANALYZE versions`.execute(db)
}

/** Small to send, and much to verify: many files, which unpack to a hundred times their size. */
function aHeavyZip(): Buffer {
  const stories = Array.from({ length: 5000 }, (_, i) => ({
    id: `b-${i}--a`,
    title: `B/${i}`,
    name: 'A',
    type: 'story',
  }))
  const index = { v: 5, entries: Object.fromEntries(stories.map((story) => [story.id, story])) }
  const script = Buffer.alloc(64 * 1024, 'export const a = { b: 1 }\n')
  return writeZip([
    { name: 'index.html', content: '<!doctype html><title>Heavy</title>' },
    { name: 'iframe.html', content: '<!doctype html><title>Heavy</title>' },
    { name: 'index.json', content: JSON.stringify(index) },
    ...Array.from({ length: 2000 }, (_, i) => ({ name: `assets/script-${i}.js`, content: script })),
  ])
}

const describeCounts = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(' ')

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

function addCounts(counts: Map<string, number>, output: string): void {
  const added = JSON.parse(output.slice(output.indexOf('{'))) as Record<string, number>
  for (const [what, count] of Object.entries(added)) counts.set(what, (counts.get(what) ?? 0) + count)
}

/** Runs a file of this folder in a process of its own, from when it says so; the function ends it and returns its output. */
async function runBeside(file: string, argument: string): Promise<() => Promise<string>> {
  const script = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      resolve()
    })
  })
  await Promise.race([begun, ended])
  if (child.exitCode !== null) throw new Error(`${file} ended by itself`)
  return async () => {
    child.kill('SIGTERM')
    await ended
    return output
  }
}
