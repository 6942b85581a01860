import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { bundle } from './bundle.ts'
import { createEmptyFolder } from './folders.ts'

const docs = fileURLToPath(new URL('../../../docs/ci', import.meta.url))

export const readTemplate = (name: string): Promise<string> => readFile(join(docs, name), 'utf8')

const indentOf = (line: string) => line.length - line.trimStart().length

/** The indented lines below the line `key`. The templates are simple enough to read without a YAML parser. */
export function linesBelow(yaml: string, key: string): string[] {
  const lines = yaml.split('\n')
  const at = lines.findIndex((line) => line.trim().replace(/^- /, '') === key)
  if (at === -1) throw new Error(`There is no ${key}`)
  const depth = indentOf(lines[at] ?? '')
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= depth)
  return end === -1 ? rest : rest.slice(0, end)
}

/** The map below `key`. Values that are expressions are looked up by the last part of their name. */
export function mapBelow(
  yaml: string,
  key: string,
  lookUp: (name: string) => string,
): Record<string, string> {
  const entries = linesBelow(yaml, key)
    .map((line) => /^\s+(\w+): (.*)$/.exec(line))
    .filter((match) => match !== null)
  return Object.fromEntries(
    entries.map(([, name = '', value = '']) => {
      const expression = /^\$\{\{ [\w.]*?([\w-]+) \}\}$|^\$\([\w.]*?(\w+)\)$/.exec(value)
      const wanted = expression?.[1] ?? expression?.[2]
      return [name, wanted === undefined ? value.replaceAll(/^'|'$/g, '') : lookUp(wanted)]
    }),
  )
}

/** A PATH on which `npx` runs the bundle, as it would the portal's package, and `npm` does nothing. */
export async function pathWithNpx(portal: string): Promise<string> {
  const folder = join(await createEmptyFolder(), 'bin')
  await mkdir(folder)
  const npx = `#!/bin/bash
[ "$1 $2 $3" = "--yes --allow-remote=root ${portal}/cli.tgz" ] || { echo "npx was called with $*" >&2; exit 90; }
shift 3
exec '${process.execPath}' '${await bundle()}' "$@"
`
  await writeFile(join(folder, 'npx'), npx)
  await writeFile(join(folder, 'npm'), '#!/bin/bash\n')
  for (const name of ['npx', 'npm']) await chmod(join(folder, name), 0o755)
  return `${folder}:${process.env['PATH']}`
}
