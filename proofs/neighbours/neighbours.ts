import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { comparePhases } from './compare-phases.ts'
import type { LoudPlan } from './loud.ts'

interface Options {
  phaseMs?: number
  warmUpMs?: number
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
/** Answers that the loud client must get, or it was not loud. */
const minPerSecond = 10
const MiB = 1024 * 1024

export const neighboursProof = ({
  phaseMs = 15_000,
  warmUpMs = 3000,
  judgesMeasurements = true,
}: Options = {}): Proof => ({
  summary: 'one account misbehaves in every way at once; what others do takes at most twice as long',
  // Each with a quiet phase and a loud one.
  rounds: 10,
  async run(run) {
    const portal = await startPortal(run.folder, { settings: defaultRates })
    const inside = openInside(portal)
    const agent = new Agent({ keepAlive: true })
    const priority = getPriority()
    runFirst(run.note)
    const answered = new Map<string, number>()
    try {
      const via: Send = (outgoing: Outgoing) => send({ agent, ...outgoing })
      const entrance = entranceOf(portal)
      const quiet = await aVisitor(inside, entrance, via, { random: run.random })
      const plan = await planOf(run, inside, portal, via)
      const loud = async () => {
        const end = await runBeside('loud.ts', JSON.stringify(plan))
        return async () => addCounts(answered, await end())
      }
      const { figures, violations } = await comparePhases(run, {
        tasks: tasksOf(quiet),
        send: via,
        begin: { quiet: async () => async () => {}, loud },
        settle: () => untilRead(inside),
        phaseMs,
        warmUpMs,
        maxRatio: judgesMeasurements ? maxRatio : Infinity,
      })
      const answers = [...answered].map(([what, count]) => `${count} × ${what}`)
      const wanted = (Number(figures['rounds']) * minPerSecond * (warmUpMs + phaseMs)) / 1000
      if (judgesMeasurements && (answered.get('200') ?? 0) < wanted)
        violations.push(`the loud account was not loud: ${answers.join(' ')}`)
      return { figures: { ...figures, 'the loud account got': answers.join(' ') }, violations }
    } finally {
      setPriority(priority)
      agent.destroy()
      await inside.close()
      await portal.stop()
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

/** Versions are read in the background. */
async function untilRead({ db }: Inside): Promise<void> {
  const unread = () =>
    db
      .selectFrom('versions')
      .leftJoin('version_contents', 'version_id', 'versions.id')
      .select('versions.id')
      .where('kind', '=', 'storybook')
      .where((where) => where.or([where('read_at', 'is', null), where('needs_comparison', '=', true)]))
      .limit(1)
      .executeTakeFirst()
  for (let tries = 0; tries < 240 && (await unread()); tries++) await sleep(500)
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
