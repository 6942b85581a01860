import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { Failure } from './failure.ts'
import { listFiles } from './list-files.ts'
import type { FolderFile } from './list-files.ts'

/** The files to publish from this folder. Fails with advice if the folder cannot be a build. */
export async function listBuildFiles(folder: string, isSite: boolean): Promise<FolderFile[]> {
  const stats = await stat(folder).catch(() => undefined)
  if (!stats) throw new Failure('notABuild', `There is no folder ${folder}: build the Storybook first.`)
  if (stats.isFile()) {
    throw new Failure('notABuild', `${folder} is a file: to upload a zip, give it with --zip.`)
  }
  if (!(await isFile(join(folder, 'index.html')))) throw await missingIndex(folder)
  const files = await listFiles(folder).catch((error: unknown) => {
    throw error instanceof Failure ? error : unreadable(folder, error)
  })
  requirePages(folder, new Set(files.map(({ path }) => path)), isSite)
  return files
}

/** Every built Storybook has these two pages at its top level. */
export function requirePages(name: string, paths: ReadonlySet<string>, isSite: boolean): void {
  if (!paths.has('index.html')) {
    throw new Failure(
      'notABuild',
      `${name} has no index.html at its top level: publish the output of storybook build.`,
    )
  }
  if (isSite || paths.has('iframe.html')) return
  throw new Failure(
    'notABuild',
    `${name} has no iframe.html, so it is not a built Storybook: run storybook build, or add --site to publish another static site.`,
  )
}

export function unreadable(path: string, cause: unknown): Failure {
  const { code = 'unknown reason' } = cause as NodeJS.ErrnoException
  return new Failure('notABuild', `${path} cannot be read (${code}): is the build still running?`, { cause })
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() === true

/** People often give the project's folder or the parent of the build, so look for a build one level down. */
async function missingIndex(folder: string): Promise<Failure> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const subfolders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  for (const candidate of [join(folder, 'storybook-static'), ...subfolders]) {
    if ((await isFile(join(candidate, 'index.html'))) && (await isFile(join(candidate, 'iframe.html')))) {
      return new Failure(
        'notABuild',
        `${folder} has no index.html, but ${candidate} does: publish that folder.`,
      )
    }
  }
  return new Failure(
    'notABuild',
    `${folder} has no index.html: run storybook build and publish its output folder (storybook-static).`,
  )
}
