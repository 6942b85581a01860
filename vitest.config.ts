import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,cli}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/postgres-for-tests.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
