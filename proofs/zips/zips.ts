import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { warmUpThreads } from '../../server/src/archive/ingest-archive.ts'
import { ArchiveRefusal } from '../../server/src/archive/refusal.ts'
import { readConfig } from '../../server/src/settings/config.ts'
import { sharedData } from '../../server/src/testing/builds.ts'
import { reportSkipped } from '../../server/src/testing/report-skipped.ts'
import { openInside, startPortal } from '../portal.ts'
import type { Proof, Run } from '../proof.ts'
import { ownArchives, sharedArchives, verdictOf } from './archives.ts'
import type { Archive } from './archives.ts'
import { differenceOf } from './difference.ts'
import { plinthEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { mutantOf } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { openUploads } from './uploads.ts'
import type { Uploads } from './uploads.ts'
import { readWithYauzl } from './yauzl.ts'

/** Of all mutants, this share is uploaded to a portal, and of those that the engine accepts a larger one. */
const uploadedShare = 0.02
const uploadedOfAccepted = 0.1

const slowMs = 1000
const givenUpAfterMs = 10_000

/** As many mutants at once as keep the threads of the engine busy. */
const lanes = 4

interface Tally {
  mutants: number
  accepted: number
  uploads: number
  crashes: number
  hangs: number
  problems: number
  differences: number
  violations: string[]
}

/** A portal to upload to. */
export interface Target {
  uploads: Uploads
  /** What it said last, if it has ended by itself. */
  end(): string | undefined
  close(): Promise<void>
}

export const zips: Proof = proofOf(plinthEngine, portalOfItsOwn)

/** Without a portal, an engine is tried by itself. */
export function proofOf(engine: Engine, openTarget?: (folder: string) => Promise<Target>): Proof {
  return {
    summary: 'changed archives, to the archive engine and to a portal, compared with what yauzl reads',
    rounds: 100_000,
    async run(run) {
      const target = await openTarget?.(run.folder)
      try {
        const outcome = await runRounds(run, engine, target?.uploads)
        const end = target?.end()
        if (end !== undefined) outcome.violations.push(`the portal has ended: ${end}`)
        return outcome
      } finally {
        await target?.close()
      }
    },
  }
}

async function portalOfItsOwn(folder: string): Promise<Target> {
  const portal = await startPortal(folder)
  const inside = openInside(portal)
  const account = await inside.anAccount()
  const { call } = await inside.aPerson(account)
  const publicOrigin = readConfig(portal.env).publicUrl.origin
  return {
    uploads: await openUploads({ call, account, port: portal.port, publicOrigin }),
    end: () => (portal.hasEnded() ? portal.output().slice(-2000) : undefined),
    async close() {
      await inside.close()
      await portal.stop()
    },
  }
}

async function runRounds(run: Run, engine: Engine, uploads?: Uploads) {
  const shared = sharedArchives()
  if (shared.length === 0)
    reportSkipped(`real and hostile zips are not changed: no test data in ${sharedData} (see PLINTH_SHARED)`)
  const archives = [...ownArchives, ...shared]
  const tally: Tally = {
    mutants: 0,
    accepted: 0,
    uploads: 0,
    crashes: 0,
    hangs: 0,
    problems: 0,
    differences: 0,
    violations: [],
  }
  const trial = { run, engine, uploads, tally }
  warmUpThreads()
  for (const archive of archives) await tryUnchanged(trial, archive)
  let round = 0
  let noted = Date.now()
  const lane = async () => {
    while (run.hasMore(round)) {
      const number = round++
      const random = run.random.branch(number)
      await tryMutant(trial, `round ${number}`, mutantOf(archives, random), random.fraction())
      tally.mutants += 1
      if (Date.now() - noted < 30_000) continue
      noted = Date.now()
      run.note(`${tally.mutants} mutants, ${tally.accepted} accepted, ${tally.violations.length} violations`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { violations, mutants, accepted, ...counts } = tally
  return {
    figures: {
      archives: archives.length,
      mutants,
      accepted,
      'uploaded to a portal': counts.uploads,
      crashes: counts.crashes,
      'over 1 s': counts.hangs,
      'undocumented answers': counts.problems,
      'differences from yauzl': counts.differences,
    },
    violations,
  }
}

interface Trial {
  run: Run
  engine: Engine
  uploads: Uploads | undefined
  tally: Tally
}

/** The archive itself. The test data says more about its own, and those are all uploaded. */
async function tryUnchanged(trial: Trial, { name, zip }: Archive) {
  const accepted = trial.tally.accepted
  const verdict = verdictOf(name)
  await tryMutant(trial, 'unchanged', { zip, from: name, changes: [] }, verdict === undefined ? 1 : 0)
  const outcome = trial.tally.accepted > accepted ? 'open' : 'refuse'
  if (verdict !== undefined && verdict !== 'either' && verdict !== outcome) {
    trial.tally.violations.push(`${name}: ${outcome}, but the test data says ${verdict}`)
  }
  trial.tally.accepted = accepted
}

/** The chance, from 0 to 1, decides whether it is uploaded as well. */
async function tryMutant(
  { run, engine, uploads, tally }: Trial,
  round: string,
  mutant: Mutant,
  chance: number,
) {
  const report = (kind: 'crashes' | 'hangs' | 'problems' | 'differences', what: string) => {
    tally[kind] += 1
    tally.violations.push(`${round}: ${what}: ${describe(mutant)}`)
  }
  const path = join(run.folder, `${round}.zip`)
  await writeFile(path, mutant.zip)
  try {
    const files = await readInTime(engine, path)
    if (files === 'too slow') return report('hangs', 'the engine takes longer than a second')
    const isAccepted = !(files instanceof ArchiveRefusal)
    if (isAccepted) {
      tally.accepted += 1
      const difference = await readWithYauzl(mutant.zip).then(
        (others) => differenceOf(files, others),
        (error: unknown) => `yauzl refuses it: ${String(error)}`,
      )
      if (difference !== undefined) report('differences', difference)
    }
    if (uploads === undefined || chance > (isAccepted ? uploadedOfAccepted : uploadedShare)) return undefined
    tally.uploads += 1
    const problem = await uploads.publish(mutant.zip, isAccepted ? files : undefined)
    return problem === undefined ? undefined : report('problems', problem)
  } catch (error) {
    return report('crashes', error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await rm(path, { force: true })
  }
}

/** A machine that is busy with something else is no hang: only what is slow three times counts. */
async function readInTime(engine: Engine, path: string) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const signal = AbortSignal.timeout(givenUpAfterMs)
    const started = performance.now()
    const gaveUp = new Promise<'too slow'>((resolve) =>
      signal.addEventListener('abort', () => resolve('too slow'), { once: true }),
    )
    const outcome = await Promise.race([
      engine(path, signal).catch((error: unknown) => {
        if (signal.aborted) return 'too slow' as const
        throw error
      }),
      gaveUp,
    ])
    if (outcome !== 'too slow' && performance.now() - started < slowMs) return outcome
  }
  return 'too slow' as const
}

const describe = ({ from, changes, zip }: Mutant) =>
  `${from}, changed: ${changes.join(' + ') || 'nothing'}; base64 ${zip.toString('base64')}`
