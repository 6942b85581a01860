import type { BuildFiles } from '../build-files.ts'
import type { IsTimeUp } from '../reading-time.ts'
import type { IndexedEntry } from '../story-index.ts'
import type { CollectedModules } from './collected-modules.ts'
import { resolvePath } from './file-names.ts'
import { pageText } from './page-text.ts'
import type { ScriptParser } from './script-parser.ts'
import { collectViteModules } from './vite-modules.ts'
import { collectWebpackModules } from './webpack-modules.ts'

const maxHtmlBytes = 4 * 1024 * 1024
const maxBundles = 1_000

/** Follows the scripts from iframe.html: a folder may hold leftovers of older builds. */
export async function collectModules(
  files: BuildFiles,
  parser: ScriptParser,
  indexed: readonly IndexedEntry[],
  isTimeUp: IsTimeUp,
): Promise<CollectedModules> {
  const html = (await files.text('iframe.html', maxHtmlBytes)) ?? ''
  // Storybook 6 may have a webpack manager around a Vite preview: only iframe.html says which it is.
  const named = html.matchAll(/["']([^"'\s]{1,500}\.bundle\.js)["']/g)
  const bundles = [...new Set(Array.from(named, ([, address = '']) => address))]
    .slice(0, maxBundles)
    .map((address) => resolvePath('', address))
    .filter(files.has)
  const collected =
    bundles.length > 0
      ? await collectWebpackModules(files, parser, indexed, bundles)
      : await collectViteModules(files, parser, indexed, html, isTimeUp)
  const read = new Set([...bundles, ...collected.modules.keys(), ...collected.pageStyles])
  return { ...collected, page: pageText(html, files, (path) => read.has(path)) }
}
