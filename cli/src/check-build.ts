import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { Failure } from './failure.ts'
import { listFiles } from './list-files.ts'
import type { FolderFile } from './list-files.ts'

/** The files to publish from this folder; a sentence on what to do where it cannot be the right one. */
export async function filesOfBuild(folder: string, isSite: boolean): Promise<FolderFile[]> {
  const facts = await stat(folder).catch(() => undefined)
  if (!facts) throw new Failure('notABuild', `There is no folder ${folder}: build the Storybook first.`)
  if (facts.isFile())
    throw new Failure('notABuild', `${folder} is a file: to send a zip, give it with --zip.`)
  if (!(await isFile(join(folder, 'index.html')))) throw await noIndex(folder)
  const files = await listFiles(folder).catch((error: unknown) => {
    throw error instanceof Failure ? error : unreadable(folder, error)
  })
  requirePages(folder, new Set(files.map(({ path }) => path)), isSite)
  return files
}

/** The two pages every built Storybook has at its top. */
export function requirePages(what: string, paths: ReadonlySet<string>, isSite: boolean): void {
  if (!paths.has('index.html')) {
    throw new Failure('notABuild', `${what} has no index.html at its top: publish what storybook build made.`)
  }
  if (isSite || paths.has('iframe.html')) return
  throw new Failure(
    'notABuild',
    `${what} has no iframe.html, so it is no built Storybook: run storybook build, or add --site for another static site.`,
  )
}

export function unreadable(what: string, cause: unknown): Failure {
  const { code = 'unknown reason' } = cause as NodeJS.ErrnoException
  return new Failure('notABuild', `${what} cannot be read (${code}): is the build still running?`, { cause })
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() === true

/** People give the project's folder, or the one around the build; then the build is one level below. */
async function noIndex(folder: string): Promise<Failure> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  for (const candidate of [join(folder, 'storybook-static'), ...below]) {
    if ((await isFile(join(candidate, 'index.html'))) && (await isFile(join(candidate, 'iframe.html')))) {
      return new Failure(
        'notABuild',
        `${folder} has no index.html, but ${candidate} has: publish that folder.`,
      )
    }
  }
  return new Failure(
    'notABuild',
    `${folder} has no index.html: run storybook build, and publish the folder it makes (storybook-static).`,
  )
}
