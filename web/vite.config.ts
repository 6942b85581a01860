import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** Assets are compressed once here instead of on every request. */
function precompress(): Plugin {
  const compressible = /\.(js|css|svg|json)$/
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const path = join(dir, name)
            const bytes = await readFile(path)
            await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
            await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
          }),
      )
    },
  }
}

export default defineConfig({
  plugins: [react(), precompress()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    // Inlined data: would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'redirect.html'] },
  },
})
