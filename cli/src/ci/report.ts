import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Context } from '../context.ts'
import { versionUrl } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import { summaryText } from '../summary.ts'
import { azureDevops } from './azure-devops.ts'
import { github } from './github.ts'

/** Puts the summary where the pipeline shows it, and passes the link on to later steps. Returns whether it is shown. */
export async function reportToCi(outcome: Outcome, context: Context): Promise<boolean> {
  const { args, env, terminal } = context
  const dotenv = args.value('dotenv')
  const url = versionUrl(outcome, outcome.version)
  try {
    if (dotenv) await writeFile(dotenv, `PLINTH_VERSION=${outcome.version}\nPLINTH_VERSION_URL=${url}\n`)
    if (github.isDetected(env)) return await reportToGithub(outcome, url, env)
    if (azureDevops.isDetected(env)) return await reportToAzureDevops(outcome, url, context)
  } catch (error) {
    // The version is published: failing the build now would only lead to publishing it twice.
    terminal.log(`Warning: the link could not be passed to the pipeline: ${(error as Error).message}`)
  }
  return false
}

async function reportToGithub(outcome: Outcome, url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary } = env
  if (outputs) await appendFile(outputs, `url=${url}\nversion=${outcome.version}\n`)
  if (summary) await appendFile(summary, `${summaryText(outcome)}\n`)
  return Boolean(summary)
}

/** The agent reads commands from both outputs, so with --json they go to standard error. */
async function reportToAzureDevops(
  outcome: Outcome,
  url: string,
  { args, env, terminal }: Context,
): Promise<boolean> {
  const command = (line: string) => terminal.command(line, args.isSet('json') ? 'stderr' : 'stdout')
  command(`##vso[task.setvariable variable=plinthUrl;isOutput=true]${url}`)
  command(`##vso[task.setvariable variable=plinthVersion;isOutput=true]${outcome.version}`)
  const folder = env['AGENT_TEMPDIRECTORY']
  if (!folder) return false
  const summary = join(folder, `plinth-${outcome.version}.md`)
  await writeFile(summary, `${summaryText(outcome)}\n`)
  command(`##vso[task.uploadsummary]${summary}`)
  return true
}
