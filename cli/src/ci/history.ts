import { git, gitLines, isCommit } from './git.ts'
import type { PullRequest } from './metadata.ts'

/** What the portal accepts; a test compares it with the contract. */
export const maxAncestors = 500
/** Of those, the commits of the branch itself. */
const maxOwn = 100

/** What the build in the working directory was made from. */
export interface History {
  /** Commits that it contains, nearest first: those of the branch itself, then of the one it began from. */
  ancestors: string[]
  /** Whether the checkout lacks older commits. */
  isShallow: boolean
}

interface HistoryQuery {
  /** What was built, instead of what is checked out. */
  commit: string | undefined
  /** The commit that the pipeline builds; a temporary merge of it may be checked out. */
  proposed: string | undefined
  pullRequest: PullRequest | undefined
  /** Of the storybook; null if it does not name one. */
  mainBranch: string | null
}

/** Undefined without git, without a repository, or if the commit is not in it. */
export async function readHistory(query: HistoryQuery): Promise<History | undefined> {
  const { commit, proposed, pullRequest } = query
  if (commit !== undefined && !isCommit(commit)) return undefined
  const head = await resolve(commit ?? 'HEAD')
  if (head === undefined) return undefined
  const merged = proposed === undefined ? [] : await mergedInto(head, proposed)
  const told = [...merged, ...(pullRequest?.mergeBase ? [pullRequest.mergeBase] : [])].filter(isCommit)
  const base = await findMergeBase(head, [...(await tipsOfTarget(query)), ...told])
  const own = base
    ? await firstParents(maxOwn, head, `^${base}`)
    : await firstParents(maxAncestors - told.length, head)
  const before = base ? await firstParents(maxAncestors - own.length, base) : told
  return {
    ancestors: [...new Set([...own, ...before])],
    isShallow: (await git('rev-parse', '--is-shallow-repository')) === 'true',
  }
}

const firstParents = (max: number, ...revisions: string[]) =>
  gitLines('rev-list', '--first-parent', `--max-count=${max}`, ...revisions, '--')

const resolve = (revision: string) => git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`)

/**
 * Pipelines build a pull request from a temporary merge of it into its target. The other parents of that commit are of the
 * target. They are written in the commit, also where a shallow checkout lacks them.
 */
async function mergedInto(head: string, proposed: string): Promise<string[]> {
  const [header = ''] = ((await git('cat-file', 'commit', head)) ?? '').split('\n\n', 1)
  const parents = [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent)
  return parents.includes(proposed) ? parents.filter((parent) => parent !== proposed) : []
}

const usualMainBranches = ['main', 'master', 'trunk']

/** The commits that are known to be the newest of the branch that it is to be merged into. */
function tipsOfTarget({ pullRequest, mainBranch }: HistoryQuery): Promise<string[]> {
  const named = pullRequest?.targetBranch ?? mainBranch
  const branches = named ? [named] : [...usualMainBranches, 'HEAD']
  const refs = branches.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/*/${name}`])
  return gitLines('for-each-ref', '--format=%(objectname)', ...refs)
}

/** The newest commit that it has in common with any of these; undefined if there is none, or the checkout lacks it. */
async function findMergeBase(head: string, tips: string[]): Promise<string | undefined> {
  const known = (await Promise.all([...new Set(tips)].map(resolve))).filter((tip) => tip !== undefined)
  if (known.length === 0) return undefined
  return (await gitLines('merge-base', head, ...known))[0]
}
