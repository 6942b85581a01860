// `npm run prove -- edges crash [--for 10m] [--rounds 100] [--seed 7]`: tries to break the portal in the named ways, or in all.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { endOnSignal, endWhatIsLeft } from '../server/src/testing/end-on-signal.ts'
import { camera } from './camera/camera.ts'
import { crash } from './crash/crash.ts'
import { drain } from './drain/drain.ts'
import { edges } from './edges/edges.ts'
import { faults } from './faults/faults.ts'
import { hostile } from './hostile/hostile.ts'
import { load } from './load/load.ts'
import { neighbours } from './neighbours/neighbours.ts'
import { power } from './power/power.ts'
import { lineOf, prove } from './proof.ts'
import type { Proof } from './proof.ts'
import { tenants } from './tenants/tenants.ts'
import { zips } from './zips/zips.ts'

const proofs: Record<string, Proof> = {
  edges,
  crash,
  power,
  faults,
  zips,
  tenants,
  hostile,
  neighbours,
  load,
  drain,
  camera,
}

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 }

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { for: { type: 'string' }, rounds: { type: 'string' }, seed: { type: 'string' } },
  })
  const unknown = positionals.filter((name) => !Object.hasOwn(proofs, name))
  if (unknown.length > 0) throw new Error(`There is no proof ${unknown.join(', ')}.`)
  return {
    names: positionals.length > 0 ? positionals : Object.keys(proofs),
    seed:
      values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber('--seed', values.seed),
    rounds: values.rounds === undefined ? undefined : wholeNumber('--rounds', values.rounds),
    milliseconds: values.for === undefined ? undefined : duration(values.for),
  }
}

function wholeNumber(flag: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${flag} is a whole number, not ${text}.`)
  return Number(text)
}

function duration(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  const milliseconds = units[unit]
  if (milliseconds === undefined) throw new Error(`--for is a time such as 90s, 10m or 2h, not ${text}.`)
  return Number(amount) * milliseconds
}

/** Of the proof that is being tried. */
let folderInUse: string | undefined

/** A violation may repeat in every round. */
const shownViolations = 20

async function proveOne(name: string, proof: Proof, budget: ReturnType<typeof readArguments>) {
  process.stdout.write(`\n${name}: ${proof.summary}\n`)
  const folder = await mkdtemp(join(tmpdir(), `plinth-prove-${name}-`))
  folderInUse = folder
  const started = Date.now()
  try {
    const outcome = await prove(proof, {
      ...budget,
      folder,
      note: (line) => void process.stdout.write(`  ${line}\n`),
    })
    for (const violation of outcome.violations.slice(0, shownViolations)) {
      process.stdout.write(`  ✘ ${violation}\n`)
    }
    process.stdout.write(`${lineOf(name, outcome, budget.seed, Date.now() - started)}\n`)
    return outcome.violations.length === 0
  } finally {
    endWhatIsLeft(folder)
  }
}

function listProofs() {
  for (const [name, { summary }] of Object.entries(proofs)) {
    process.stderr.write(`  ${name.padEnd(12)}${summary}\n`)
  }
}

/** For one that could not be tried: the next ones are. */
const tellWhyNot = (name: string) => (error: unknown) => {
  process.stderr.write(`${name} was not tried to its end: ${(error as Error).stack}\n`)
  return false
}

async function main() {
  let budget: ReturnType<typeof readArguments>
  try {
    budget = readArguments()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    listProofs()
    process.exitCode = 1
    return
  }
  for (const name of budget.names) {
    const proof = proofs[name]
    const holds = proof && (await proveOne(name, proof, budget).catch(tellWhyNot(name)))
    if (!holds) process.exitCode = 1
  }
}

endOnSignal(() => folderInUse)
await main()
