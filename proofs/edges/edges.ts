import { memoryOf, openInside, startPortal } from '../portal.ts'
import type { RunningPortal } from '../portal.ts'
import type { Proof, Run } from '../proof.ts'
import { attack } from './attack.ts'
import type { Tally } from './attack.ts'
import { anAttempt } from './attempts.ts'
import { errorsIn } from './error-log.ts'
import type { KnownPortal } from './known.ts'
import { learnFrom } from './learn.ts'
import { growthOf } from './memory.ts'
import { prepare } from './prepare.ts'

/** The inputs are about several accounts in turn: one alone would be kept back, as `neighbours` shows. */
const accountCount = 8
/** How often it is looked whether what the inputs name still exists. */
const checkEvery = 500
/** After this many, the inputs turn to new accounts, so that nothing grows without end. */
const prepareEvery = 25_000
const noteMs = 30_000
const sampleMs = 1000
const maxGrowth = 0.1
/** Before that many requests, a process still fills its caches. */
const judgedFrom = 200_000

export const edges: Proof = {
  summary:
    'whatever an outsider can send: raw requests, odd encodings, JSON of every shape at every endpoint',
  rounds: 1_000_000,
  async run({ random, hasMore, folder, note }: Run) {
    let running = await startPortal(folder, { settings })
    let inside = openInside(running)
    const samples: number[] = []
    const sampling = setInterval(() => void sample(running, samples), sampleMs)
    let lastNote = Date.now()
    const failures: string[] = []
    const notePreparing = (error: unknown) =>
      void failures.push(`an ordinary call of the preparation failed: ${String(error)}`)
    try {
      const prepareAll = () =>
        Promise.all(Array.from({ length: accountCount }, () => prepare(running, inside)))
      let known = await prepareAll()
      const knownIn = (round: number) => known[round % accountCount] as KnownPortal
      async function renew(round: number) {
        if (round % prepareEvery === 0) known = await prepareAll()
        else if (round % checkEvery === 0) known = await Promise.all(known.map(intact))
      }
      const intact = async (one: KnownPortal) =>
        (await isIntact(running, one)) ? one : prepare(running, inside)
      const tally = await attack({
        target: {
          port: running.port,
          pid: () => running.child.pid,
          hasEnded: () => running.hasEnded(),
          output: () => running.output(),
          async restart() {
            await inside.close()
            running = await startPortal(folder, { settings, port: running.port })
            inside = openInside(running)
            known = await prepareAll()
          },
        },
        attemptOf: (round) => anAttempt(knownIn(round), random.branch(round)),
        hasMore,
        onOutcome: (attempt, outcome, round) => learnFrom(knownIn(round), attempt, outcome),
        async afterRound(round) {
          await renew(round).catch(notePreparing)
          if (Date.now() - lastNote < noteMs) return
          lastNote = Date.now()
          note(`${round.toLocaleString('en')} requests, ${mebibytes(samples.at(-1))} of memory`)
        },
      })
      tally.violations.push(...failures)
      return outcomeOf(tally, samples, await errorsIn(`${folder}/portal.log`), running.output())
    } finally {
      clearInterval(sampling)
      await inside.close()
      await running.stop()
    }
  },
}

const settings = {
  PLINTH_LOG_LEVEL: 'warn',
  // Webhooks go to this machine, where nothing listens.
  PLINTH_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
  // Clients that begin an upload and go silent keep its slot for a while, and here they are many.
  PLINTH_UPLOADS_AT_ONCE: '1000',
  PLINTH_UPLOADS_PER_ACCOUNT: '999',
}

const mebibytes = (bytes = 0) => `${Math.round(bytes / 2 ** 20)} MiB`

async function sample({ child }: RunningPortal, samples: number[]) {
  const memory = await memoryOf(child).catch(() => 0)
  if (memory > 0) samples.push(memory)
}

/** Inputs delete things and take rights away, too. */
async function isIntact({ origin }: RunningPortal, { callers, values }: KnownPortal): Promise<boolean> {
  const path = `/api/v1/account/${values['account']?.[0]}/Storybooks/${values['storybook']?.[0]}/versions/${values['version']?.[0]}`
  const statuses = await Promise.all(
    [callers.owner, callers.viewer, callers.key].map(async (caller) => {
      const [name = '', value = ''] = caller.split(': ')
      const response = await fetch(origin + path, { headers: { [name]: value } })
      await response.arrayBuffer()
      return response.status
    }),
  )
  return statuses.every((status) => status === 200)
}

function outcomeOf(tally: Tally, samples: number[], errors: string[], output: string) {
  const growth = growthOf(samples)
  const violations = [...errors.map((line) => `an error was logged: ${line}`), ...tally.violations]
  if (tally.requests >= judgedFrom && growth > maxGrowth) {
    violations.push(`memory grew by ${Math.round(growth * 100)} % from the second to the last quarter`)
  }
  if (/unhandled|uncaught/i.test(output)) violations.push(`the process wrote: ${output.slice(-2000)}`)
  const percent = Math.round(growth * 100)
  return {
    figures: {
      requests: tally.requests,
      answers: tally.answers,
      'process ends': tally.processEnds,
      'answers of 5xx': tally.serverErrors,
      'silent over 1 s': tally.slow,
      'not answered': tally.unanswered,
      'logged errors': errors.length,
      'longest silence': `${Math.round(tally.slowestMs)} ms`,
      memory: `${percent < 0 ? '' : '+'}${percent} % (${mebibytes(samples.at(-1))})`,
      succeeded: `${Math.round((100 * (tally.byStatus.get(200) ?? 0)) / Math.max(1, tally.answers))} %`,
    },
    violations,
  }
}
