import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { writeZip } from './zip-writer.ts'

/** Real builds and hostile zips, in a folder next to the project. Optional, and never part of it. */
const shared = process.env['PLINTH_SHARED'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url))

export const sharedData = join(shared, 'data')

export const hasSharedData = existsSync(sharedData)

export const filesOf = (folder: string, ending: string): string[] =>
  hasSharedData
    ? readdirSync(join(sharedData, folder))
        .filter((name) => name.endsWith(ending))
        .toSorted()
    : []

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`

/** A small zip that looks like a Storybook from outside. */
export function aStorybookZip({ label = 'one', files = {} } = {}): Buffer {
  const entries: Record<string, string | Buffer> = {
    'index.html': page('manager', `<h1>Manager ${label}</h1>`),
    'iframe.html': page('preview', `<h1>Preview ${label}</h1>`),
    'index.json': JSON.stringify({
      v: 5,
      entries: {
        'button--primary': { id: 'button--primary', name: 'Primary', title: 'Button', type: 'story' },
        'button--docs': { id: 'button--docs', name: 'Docs', title: 'Button', type: 'docs' },
        'card--plain': { id: 'card--plain', name: 'Plain', title: 'Card', type: 'story' },
      },
    }),
    'project.json': JSON.stringify({
      storybookVersion: '10.1.0',
      framework: { name: '@storybook/react-vite' },
    }),
    'assets/app.js': `console.info(${JSON.stringify(label)})`,
    ...files,
  }
  return writeZip(Object.entries(entries).map(([name, content]) => ({ name, content })))
}

/** The multipart form of an upload. */
export function aForm(zip: Buffer = aStorybookZip(), fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set('File', new File([new Uint8Array(zip)], 'build.zip'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
