import { setTimeout as sleep } from 'node:timers/promises'

import { killEmbeddedPostgres, startPortal, untilEnded } from '../portal.ts'
import type { Proof } from '../proof.ts'
import { failpointSetting, roundsPerTurn } from './hits.ts'
import { maxWaitMs, proveRounds } from './prove-rounds.ts'
import type { Machine } from './prove-rounds.ts'

export const crash: Proof = {
  summary:
    'kills server and database while clients change things, at any moment and at every step of publishing',
  rounds: 20 * roundsPerTurn,
  run: (run) =>
    proveRounds(run, processes(run.folder), ({ hits }) => ({
      kills: hits.moment,
      failpoints: hits.failpoint,
    })),
}

const processes = (folder: string): Machine => ({
  start: (hit, port) =>
    startPortal(folder, {
      ...(port === undefined ? {} : { port }),
      preload: new URL('preload.ts', import.meta.url),
      settings: {
        PLINTH_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
        ...failpointSetting(hit, 'SIGKILL'),
      },
    }),

  async strike(portal, hit) {
    if (hit.kind === 'moment') {
      if (hit.what !== 'server') await killEmbeddedPostgres(folder)
      if (hit.what !== 'database') await portal.kill()
    }
    // A portal that has lost its database ends by itself.
    const hasEnded = await Promise.race([untilEnded(portal).then(() => true), sleep(maxWaitMs, false)])
    await portal.kill()
    return hasEnded
  },
})
