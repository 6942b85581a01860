import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describeCounts } from '../changes.ts'
import type { VersionChanges } from '../changes.ts'
import type { Context } from '../context.ts'
import { azureDevops } from './azure-devops.ts'
import { github } from './github.ts'

export interface Outcome {
  url: string
  version: string
  title: string
  changes: VersionChanges | undefined
}

/** Puts the link into the pipeline's summary, and passes it on to later steps. */
export async function reportToCi(outcome: Outcome, context: Context): Promise<void> {
  const { args, env, terminal } = context
  const dotenv = args.value('dotenv')
  try {
    if (dotenv)
      await writeFile(dotenv, `PLINTH_VERSION=${outcome.version}\nPLINTH_VERSION_URL=${outcome.url}\n`)
    if (github.isDetected(env)) await reportToGithub(outcome, env)
    if (azureDevops.isDetected(env)) await reportToAzureDevops(outcome, context)
  } catch (error) {
    // The version is published: failing the build now would only lead to publishing it twice.
    terminal.log(`Warning: the link could not be passed to the pipeline: ${(error as Error).message}`)
  }
}

function summaryOf({ url, version, title, changes }: Outcome): string {
  const link = `[${title.replaceAll(/[[\]\\<>`*_|]|\p{Cc}/gu, ' ')}](${url})`
  const counts = changes ? `\n${describeCounts(changes)} since version \`${changes.since}\`\n` : ''
  return `### Storybook published\n\n${link}, version \`${version}\`\n${counts}`
}

async function reportToGithub(outcome: Outcome, env: NodeJS.ProcessEnv) {
  const { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary } = env
  if (outputs) await appendFile(outputs, `url=${outcome.url}\nversion=${outcome.version}\n`)
  if (summary) await appendFile(summary, summaryOf(outcome))
}

/** The agent reads commands from both outputs, so with --json they go to standard error. */
async function reportToAzureDevops(outcome: Outcome, { args, env, terminal }: Context) {
  const command = args.isSet('json') ? terminal.log : terminal.print
  command(`##vso[task.setvariable variable=plinthUrl;isOutput=true]${outcome.url}`)
  command(`##vso[task.setvariable variable=plinthVersion;isOutput=true]${outcome.version}`)
  const folder = env['AGENT_TEMPDIRECTORY']
  if (!folder) return
  const summary = join(folder, `plinth-${outcome.version}.md`)
  await writeFile(summary, summaryOf(outcome))
  command(`##vso[task.uploadsummary]${summary}`)
}
