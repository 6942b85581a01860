import { decodeIndex, findEntry } from './archive-index.ts'
import { readBuildFacts } from './build-facts.ts'
import type { BuildFacts } from './build-facts.ts'
import { fileSource } from './file-source.ts'
import type { OpenFile } from './file-source.ts'
import type { PlannedArchive } from './plan-archive.ts'
import { readJson } from './read-json.ts'

/** Reads what the Storybook in a verified archive states about itself. */
export async function describeBuild(file: OpenFile, encoded: PlannedArchive['index']): Promise<BuildFacts> {
  const index = decodeIndex(Buffer.from(encoded.buffer))
  const source = fileSource(file)
  return readBuildFacts((path) => readJson(source, findEntry(index, path)))
}
