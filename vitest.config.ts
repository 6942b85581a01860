import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** What starts browsers, builds and whole portals comes first, so that no worker is left with minutes of it at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { slow = [], others = [] } = Object.groupBy(files, ({ moduleId }) =>
      isSlow.test(moduleId) ? 'slow' : 'others',
    )
    return [...slow, ...others]
  }
}

const isSlow =
  /\/(?:proofs|system-tests|plinth-admin)\/|\/camera\/src\/(?:hostile-build|real-builds)\.|\/contents\/(?:pairs|generations)\./

export default defineConfig({
  test: {
    include: ['{contract,server,web,cli,refs,camera}/src/**/*.test.{ts,tsx}', 'proofs/**/*.test.ts'],
    globalSetup: ['server/src/testing/postgres-for-tests.ts'],
    setupFiles: ['server/src/testing/vitest-setup.ts'],
    // A worker loads the server's modules once, not once per test file, which costs a second each time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    tags: [
      {
        name: 'long',
        description: 'Takes long: left out by npm test, not by npm run test:all',
        timeout: 240_000,
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as a busy machine may need; Vitest's own second is not.
    expect: { poll: { timeout: 20_000 } },
    // Twice as many as there are cores: some tests wait for what they have started.
    maxWorkers: 4,
  },
})
