import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'

import { aForm, filesOf, sharedData } from '../../server/src/testing/builds.ts'
import { aViteBuild } from '../../server/src/testing/vite-build.ts'
import { openInside, startPortal } from '../portal.ts'
import type { Inside, Member, ProvenAccount } from '../portal.ts'
import type { Proof, Run } from '../proof.ts'
import { leftOfCameras, startCamera } from './cameras.ts'
import type { RunningCamera } from './cameras.ts'

const token = 'the-secret-of-the-cameras-of-this-proof'

/** Longer than a camera may be silent before its job is given to another. */
const maxWaitMs = 10 * 60_000

/** How long a camera may take to have a job, if some are waiting. */
const maxIdleMs = 60_000

/** Cameras that are killed at any moment; a round is a kill. Afterwards everything is as if none had been. */
export const cameraProof = (builds: Builds): Proof => ({
  summary: 'cameras that are killed at any moment, and what becomes of the pictures they were to take',
  rounds: 50,
  async run(run) {
    const settings = { PLINTH_CAMERA_TOKEN: token, PLINTH_PICTURES_PER_DAY: '1000000000' }
    const portal = await startPortal(run.folder, { settings })
    const inside = openInside(portal)
    const started: RunningCamera[] = []
    const start = () => {
      const camera = startCamera(portal.origin, token)
      started.push(camera)
      return camera
    }
    try {
      const outcome = await killCameras(run, inside, start, builds)
      const left = await leftOfCameras(started.map(({ processId }) => processId))
      return {
        figures: { ...outcome.figures, 'processes and folders left behind': left.length },
        violations: [...outcome.violations, ...left.map((what) => `left behind: ${what}`)],
      }
    } finally {
      await inside.close()
      await portal.stop()
    }
  },
})

async function killCameras(
  { random, hasMore, note }: Run,
  inside: Inside,
  start: () => RunningCamera,
  builds: Builds,
) {
  const violations: string[] = []
  const account = await inside.anAccount()
  const member = await inside.aPerson(account)

  const undisturbed = start()
  const expected = new Map<string, string>()
  for (const [name, versions] of builds) {
    const storybook = await publishAll(member, account, name, versions)
    await untilDone(inside, [storybook])
    expected.set(name, await picturesOf(inside, storybook))
  }
  await undisturbed.stop()
  note(`${builds.length} storybooks, whose pictures are known`)

  const killed: { name: string; storybook: string }[] = []
  const done = { kills: 0, atWork: 0 }
  let victim = start()
  while (hasMore(done.kills)) {
    if ((await countWaiting(inside)) < 2)
      for (const [name, versions] of builds)
        killed.push({ name, storybook: await publishAll(member, account, name, versions) })
    const isAtWork = () => hasJob(inside, victim)
    await sleep(random.whole(100, 6000))
    // Every other one is killed at work, however long a busy machine takes to give it a job.
    const giveUpAt = Date.now() + maxIdleMs
    while (done.kills % 2 === 0 && Date.now() < giveUpAt && !(await isAtWork())) await sleep(100)
    if (await isAtWork()) done.atWork += 1
    await victim.kill()
    victim = start()
    done.kills += 1
    note(`${done.kills} kills`)
  }
  const another = start()
  await untilDone(
    inside,
    killed.map(({ storybook }) => storybook),
  )
  for (const { name, storybook } of killed) {
    const pictures = await picturesOf(inside, storybook)
    if (pictures !== expected.get(name)) violations.push(`${name}: other pictures than without kills`)
  }
  await Promise.all([victim.stop(), another.stop()])
  const jobs = await countJobs(inside)
  violations.push(
    ...Object.entries(jobs.byEnd).flatMap(([end, count]) =>
      end === 'done' ? [] : [`${count} jobs ended as ${end}`],
    ),
  )
  const figures = {
    kills: done.kills,
    'of them while it had a job': done.atWork,
    storybooks: expected.size + killed.length,
    jobs: jobs.all,
    pictures: jobs.pictures,
    'jobs lost': jobs.all - (jobs.byEnd['done'] ?? 0),
    'storybooks with other pictures than without kills': violations.filter((each) =>
      each.includes('other pictures'),
    ).length,
  }
  return { figures, violations }
}

/** Each a few versions of one storybook, by its name. */
type Builds = [string, Buffer[]][]

export function madeBuilds(colours = ['#2563eb', '#1d4ed8', '#b91c1c']): Builds {
  const made = colours.map((colour) => {
    const markup = `<button style="background:${colour};color:#fff;border:0;padding:12px 24px">Save</button>`
    const stories = Array.from({ length: 8 }, (_, i) => `Story${i}`)
    const card = { markup: '<p style="font: 16px sans-serif">A card</p>', stories: ['Plain'] }
    return aViteBuild({ Button: { markup, stories }, Card: card }, { isShown: true })
  })
  return [['made', made]]
}

function realBuilds(): Builds {
  return filesOf('storybooks', '.zip')
    .filter((name) => /^sb(?:9-react|10)/.test(name))
    .map((name) => [name, [readFileSync(join(sharedData, 'storybooks', name))]])
}

async function publishAll(
  { call }: Member,
  { publicId: account }: ProvenAccount,
  title: string,
  zips: Buffer[],
) {
  const { publicId: storybook } = await call(createStorybook, { params: { account }, body: { title } })
  for (const zip of zips)
    await call(publishVersion, { params: { account, storybook }, form: aForm(zip, { Branch: 'main' }) })
  return storybook
}

async function countWaiting({ db }: Inside): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM picture_jobs WHERE state = 'waiting'`.execute(db)
  return rows[0]?.count ?? 0
}

/** No other camera runs at the same time. */
async function hasJob({ db }: Inside, { startedAt }: RunningCamera): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM picture_jobs WHERE state = 'taken' AND taken_at >= ${startedAt}`.execute(db)
  return rows.length > 0
}

/** Every version has been looked at, and every job is over. */
async function untilDone({ db }: Inside, storybooks: readonly string[]): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      SELECT count(*)::int AS open FROM versions JOIN storybooks ON storybooks.id = storybook_id
      WHERE storybooks.public_id = ANY(${storybooks}::text[]) AND (
        NOT EXISTS (SELECT FROM picture_jobs WHERE version_id = versions.id AND kind = 'thumbnails')
        OR EXISTS (SELECT FROM picture_jobs WHERE version_id = versions.id AND state IN ('waiting', 'taken')))`.execute(
      db,
    )
    if (rows[0]?.open === 0) return
    if (Date.now() - startedAt > maxWaitMs) throw new Error(`${rows[0]?.open} versions are not done.`)
    await sleep(1000)
  }
}

/** All that people see of a storybook's pictures, in one text. */
async function picturesOf({ db }: Inside, storybook: string): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', 'thumbnail', rank, story_id, encode(pictures.sha256, 'hex')) AS line
    FROM story_thumbnails
    JOIN (SELECT versions.id, rank() OVER (ORDER BY versions.id) FROM versions JOIN storybooks ON storybooks.id = storybook_id
      WHERE storybooks.public_id = ${storybook}) AS version ON version.id = version_id
    LEFT JOIN pictures ON pictures.id = double_id
    UNION ALL
    SELECT concat_ws(' ', 'compared', rank, story_id, variant, encode(before.sha256, 'hex'), encode(after.sha256, 'hex'),
      before_none, after_none, is_unstable, pixels)
    FROM story_comparisons
    JOIN (SELECT versions.id, rank() OVER (ORDER BY versions.id) FROM versions JOIN storybooks ON storybooks.id = storybook_id
      WHERE storybooks.public_id = ${storybook}) AS version ON version.id = version_id
    LEFT JOIN pictures AS before ON before.id = before_id
    LEFT JOIN pictures AS after ON after.id = after_id
    ORDER BY 1`.execute(db)
  return rows.map(({ line }) => line).join('\n')
}

async function countJobs({ db }: Inside) {
  const { rows } = await sql<{ end: string; count: number }>`
    SELECT state AS end, count(*)::int AS count FROM picture_jobs
    WHERE jsonb_array_length(stories) > 0 GROUP BY 1`.execute(db)
  const { rows: pictures } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM pictures`.execute(db)
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    byEnd: Object.fromEntries(rows.map(({ end, count }) => [end, count])),
    pictures: pictures[0]?.count ?? 0,
  }
}

export const camera = cameraProof([...madeBuilds(), ...realBuilds()])
