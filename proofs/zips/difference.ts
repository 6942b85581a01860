import type { Files } from './yauzl.ts'

/** What two readers of one archive disagree about; undefined if nothing. */
export function differenceOf(files: Files, others: Files): string | undefined {
  for (const [path, content] of files) {
    const other = others.get(path)
    if (other === undefined) return `only one finds ${JSON.stringify(path)}`
    if (!content.equals(other)) return `the content of ${JSON.stringify(path)} differs`
  }
  const missing = [...others.keys()].find((path) => !files.has(path))
  return missing === undefined ? undefined : `only the other finds ${JSON.stringify(missing)}`
}
