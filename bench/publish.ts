import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { peakRise } from '../server/src/testing/peak-memory.ts'
import { largeBuild, largestBuild } from './builds.ts'
import { startPortal } from './portal.ts'
import { program, run, timed } from './programs.ts'
import { against, median, note, printTable, row } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9)
const memoryRounds = 3
const memoryBar = 64

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(3)} s`
const mebibytes = (value: number) => `${value.toFixed(0)} MiB`

/** Publishing a build over HTTP, durable and verified, against merely unpacking the same zip to the same disk. */
export async function benchPublish(folder: string): Promise<void> {
  program('unzip')
  const build = await largeBuild(folder)
  await benchTime(folder, build)
  await benchMemory(folder, build)
}

async function benchTime(folder: string, build: string): Promise<void> {
  const portal = await startPortal(join(folder, 'publish'))
  try {
    const { version: firstVersion, milliseconds: first } = await portal.publish(build)
    await portal.untilRead(firstVersion)
    await unpack(folder, build)
    const publishing: number[] = []
    const unpacking: number[] = []
    const unpackingAndSync: number[] = []
    for (let round = 0; round < rounds; round++) {
      await settle(folder)
      const { version, milliseconds } = await portal.publish(build)
      publishing.push(milliseconds)
      // Its contents are read in the background; what follows is measured without that.
      await portal.untilRead(version)
      await settle(folder)
      const { unpacked, synced } = await unpack(folder, build)
      unpacking.push(unpacked)
      unpackingAndSync.push(unpacked + synced)
    }
    printTable('publish: the large build, verified, durable and recorded, against unzip of the same zip', [
      row({ name: 'unzip -q', values: unpacking }, seconds),
      against(
        row({ name: 'unzip -q, then sync', values: unpackingAndSync }, seconds),
        unpackingAndSync,
        unpacking,
      ),
      against(row({ name: 'publish', values: publishing }, seconds), publishing, unpacking, { atMost: 0.6 }),
      against(
        row({ name: 'publish, the first after the start', values: [first] }, seconds),
        [first],
        [median(unpacking)],
      ),
    ])
  } finally {
    await portal.close()
  }
}

/** Flushes pending writes of other processes before a measurement. */
const settle = (folder: string) => run('sync', ['-f', folder])

async function unpack(folder: string, zip: string): Promise<{ unpacked: number; synced: number }> {
  const target = join(folder, 'unpacked')
  await mkdir(target)
  const unpacked = await timed(() => run('unzip', ['-q', zip, '-d', target]))
  const synced = await timed(() => run('sync', ['-f', target]))
  await rm(target, { recursive: true })
  return { unpacked, synced }
}

async function benchMemory(folder: string, build: string): Promise<void> {
  const largest = await largestBuild(folder)
  const rows: Row[] = []
  for (const [name, zip] of [
    ['the large build', build],
    ['the largest build', largest],
  ] as const) {
    const portal = await startPortal(join(folder, `memory-${rows.length}`))
    try {
      const rises: number[] = []
      for (let round = 0; round <= memoryRounds; round++) {
        let version = ''
        const rise = await peakRise(portal.pid, async () => {
          version = (await portal.publish(zip)).version
        })
        await portal.untilRead(version)
        if (rise === undefined)
          return note('Peak memory is not measured: /proc/…/clear_refs is not writable here.')
        rises.push(rise)
      }
      const [first = Number.NaN, ...later] = rises
      rows.push(
        withBar(row({ name: `${name}, the first after the start`, values: [first] }, mebibytes), [first]),
        withBar(row({ name: `${name}, later ones`, values: later }, mebibytes), later),
      )
    } finally {
      await portal.close()
    }
  }
  await rm(largest)
  printTable('publish: peak rise of the portal’s memory', rows)
}

function withBar(base: Row, values: readonly number[]): Row {
  const verdict = values.every((value) => value < memoryBar) ? 'pass' : 'miss'
  return { ...base, bar: `under ${mebibytes(memoryBar)}`, verdict }
}
