import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Context } from '../main.ts'
import { azureDevops } from './azure-devops.ts'
import { github } from './github.ts'

export interface Outcome {
  url: string
  version: string
  title: string
}

/** Leaves the link where the pipeline shows it to people, and hands it to the steps that follow. */
export async function reportToCi(outcome: Outcome, context: Context): Promise<void> {
  const { line, env, terminal } = context
  const dotenv = line.text('dotenv')
  try {
    if (dotenv)
      await writeFile(dotenv, `PLINTH_VERSION=${outcome.version}\nPLINTH_VERSION_URL=${outcome.url}\n`)
    if (github.isHere(env)) await toGithub(outcome, env)
    if (azureDevops.isHere(env)) await toAzureDevops(outcome, context)
  } catch (error) {
    // The version is published: failing the build now would only make somebody publish it twice.
    terminal.say(`Warning: the link could not be handed on: ${(error as Error).message}`)
  }
}

const summaryOf = ({ url, version, title }: Outcome) =>
  `### Storybook published\n\n[${title.replaceAll(/[[\]\\<>`*_|]|\p{Cc}/gu, ' ')}](${url}), version \`${version}\`\n`

async function toGithub(outcome: Outcome, env: NodeJS.ProcessEnv) {
  const { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary } = env
  if (outputs) await appendFile(outputs, `url=${outcome.url}\nversion=${outcome.version}\n`)
  if (summary) await appendFile(summary, summaryOf(outcome))
}

/** The agent reads commands from both outputs, so that standard output can stay the JSON it was asked to be. */
async function toAzureDevops(outcome: Outcome, { line, env, terminal }: Context) {
  const command = line.isOn('json') ? terminal.say : terminal.result
  command(`##vso[task.setvariable variable=plinthUrl;isOutput=true]${outcome.url}`)
  command(`##vso[task.setvariable variable=plinthVersion;isOutput=true]${outcome.version}`)
  const folder = env['AGENT_TEMPDIRECTORY']
  if (!folder) return
  const summary = join(folder, `plinth-${outcome.version}.md`)
  await writeFile(summary, summaryOf(outcome))
  command(`##vso[task.uploadsummary]${summary}`)
}
