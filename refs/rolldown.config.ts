import { readFileSync } from 'node:fs'

import type { Plugin, RolldownOptions } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'

const input = 'src/plinth-refs.ts'

/** Adds the types, which that one file declares. */
const types = (fileName: string): Plugin => ({
  name: 'types',
  generateBundle() {
    const { code, errors } = isolatedDeclarationSync(input, readFileSync(input, 'utf8'))
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
    this.emitFile({ type: 'asset', fileName, source: code })
  },
})

const build = (format: 'esm' | 'cjs', extension: '.js' | '.cjs'): RolldownOptions => ({
  input,
  platform: 'node',
  output: { dir: 'dist', format, entryFileNames: `[name]${extension}`, codeSplitting: false },
  transform: { target: 'node18' },
  plugins: [types(`plinth-refs.d${extension.replace('j', 't')}`)],
})

/** For configurations that are ES modules, and for those that are CommonJS. */
export default [build('esm', '.js'), build('cjs', '.cjs')]
