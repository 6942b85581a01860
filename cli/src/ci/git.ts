import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Metadata } from './metadata.ts'

const run = promisify(execFile)

/** What git says where the command runs; nothing where there is no git, no repository or no such commit. */
export async function readGit(commit?: string): Promise<Metadata> {
  const known = commit !== undefined && /^[0-9a-f]{7,64}$/i.test(commit) ? commit : 'HEAD'
  const [branch, head, message] = await Promise.all([
    ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
    ask('rev-parse', '--verify', '--quiet', 'HEAD'),
    ask('log', '-1', '--format=%s', known, '--'),
  ])
  return { branch, commit: head, message }
}

async function ask(...args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', args, { timeout: 5000, encoding: 'utf8' })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
