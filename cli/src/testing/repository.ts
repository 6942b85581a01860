import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { aViteBuild } from '@plinth/server/src/testing/vite-build.ts'

import { createEmptyFolder } from './folders.ts'
import { run } from './run-cli.ts'

/** Components of a design system, each by what it renders; null removes one. */
export type Components = Record<string, string | null>

/** A checkout of a git repository with a file for each component. */
export interface Checkout {
  folder: string
  /** Returns what git prints. */
  git: (...args: string[]) => Promise<string>
  commit: (components: Components) => Promise<string>
  /** Another one, with as much history as the options of `git clone` say. */
  clone: (...options: string[]) => Promise<Checkout>
  /** Builds what is checked out. Returns the path of the zip. */
  build: () => Promise<string>
}

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.example', '-c', 'commit.gpgsign=false']

export async function createRepository(): Promise<Checkout> {
  const checkout = openCheckout(await createEmptyFolder())
  await checkout.git('init', '-q', '-b', 'main')
  return checkout
}

function openCheckout(folder: string): Checkout {
  const components = join(folder, 'components')
  const git = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('git', [...identity, ...args], { HOME: folder }, folder)
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  return {
    folder,
    git,
    async commit(changes) {
      await mkdir(components, { recursive: true })
      for (const [name, markup] of Object.entries(changes)) {
        const path = join(components, name)
        await (markup === null ? rm(path) : writeFile(path, `${markup}\n`))
      }
      await git('add', '--all')
      await git('commit', '-q', '-m', `Change ${Object.keys(changes).join(' and ')}`)
      return git('rev-parse', 'HEAD')
    },
    async clone(...options) {
      const target = await createEmptyFolder()
      // From an address: from a path, git ignores --depth.
      await git('clone', '-q', ...options, `file://${folder}`, target)
      return openCheckout(target)
    },
    async build() {
      const names = await readdir(components)
      const sources = await Promise.all(
        names.toSorted().map(async (name) => {
          const markup = await readFile(join(components, name), 'utf8')
          return [name, { markup, stories: ['Plain'] }] as const
        }),
      )
      const zip = join(await createEmptyFolder(), 'build.zip')
      await writeFile(zip, aViteBuild(Object.fromEntries(sources)))
      return zip
    },
  }
}
