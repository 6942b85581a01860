import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Metadata } from './metadata.ts'

const run = promisify(execFile)

/**
 * Branch, commit and subject from git in the working directory, and the default branch as it was when it was cloned; undefined
 * without git, repository or commit.
 */
export async function readGit(commit?: string): Promise<Metadata> {
  const revision = commit !== undefined && isCommit(commit) ? commit : 'HEAD'
  const [branch, originHead, head, message] = await Promise.all([
    git('symbolic-ref', '--quiet', '--short', 'HEAD'),
    git('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'),
    git('rev-parse', '--verify', '--quiet', 'HEAD'),
    git('log', '-1', '--format=%s', revision, '--'),
  ])
  return { branch, defaultBranch: originHead?.replace(/^refs\/remotes\/origin\//, ''), commit: head, message }
}

export const isCommit = (text: string): boolean => /^[0-9a-f]{7,64}$/i.test(text)

/** What git prints in the working directory; undefined if it prints nothing, fails or takes too long. */
export async function git(...args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', args, { timeout: 20_000, encoding: 'utf8' })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}

export const gitLines = async (...args: string[]): Promise<string[]> =>
  (await git(...args))?.split('\n') ?? []
