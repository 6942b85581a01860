import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,cli,refs,camera}/src/**/*.test.{ts,tsx}', 'proofs/**/*.test.ts'],
    globalSetup: ['server/src/testing/postgres-for-tests.ts'],
    setupFiles: ['server/src/testing/vitest-setup.ts'],
    // A worker loads the server's modules once, not once per test file, which costs a second each time.
    isolate: false,
    tags: [{ name: 'long', description: 'Takes long: left out by npm test, not by npm run test:all' }],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as a busy machine may need; Vitest's own second is not.
    expect: { poll: { timeout: 20_000 } },
    // One more than there are cores: some tests wait for what they have started.
    maxWorkers: 3,
  },
})
