import type { RolldownOptions } from 'rolldown'

/** One file without dependencies: all that `npx` has to fetch, and easy to copy to a machine that may fetch nothing. */
export default {
  input: 'src/plinth.ts',
  platform: 'node',
  output: { dir: 'dist', format: 'esm', codeSplitting: false },
  transform: { target: 'node20' },
} satisfies RolldownOptions
