import { azureDevops } from './azure-devops.ts'
import { bitbucket } from './bitbucket.ts'
import { readGit } from './git.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { CiSystem, Metadata } from './metadata.ts'

export const ciSystems: readonly CiSystem[] = [github, gitlab, azureDevops, bitbucket]

/** The longest the portal takes; what is detected is cut, so that a long subject does not fail a build. */
export const longest = { message: 2000, branch: 255, commit: 64, buildUrl: 2000 } as const

/** What was said counts before what the pipeline knows, and that before what git says. */
export async function detectMetadata(
  env: NodeJS.ProcessEnv,
  said: Metadata,
  git: typeof readGit = readGit,
): Promise<Metadata> {
  const ci = ciSystems.find(({ isHere }) => isHere(env))?.read(env) ?? {}
  const local = await git(said.commit ?? ci.commit)
  const subject = (ci.message || local.message)?.split('\n')[0]?.trim()
  const link = ci.buildUrl && URL.canParse(ci.buildUrl) ? ci.buildUrl : undefined
  const found: Metadata = {
    message: said.message ?? subject?.slice(0, longest.message),
    branch: said.branch ?? (ci.branch || local.branch)?.slice(0, longest.branch),
    commit: said.commit ?? (ci.commit || local.commit)?.slice(0, longest.commit),
    buildUrl: said.buildUrl ?? (link && link.length <= longest.buildUrl ? link : undefined),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}
