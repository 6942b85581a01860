import { Anchor, Text } from '@mantine/core'
import { Fragment } from 'react'

import { texts } from '../texts/texts.ts'

/** What the portal serves for pipelines, in the order of the texts. */
const files = {
  github: '/ci/github/action.yml',
  gitlab: '/ci/gitlab.yml',
  azure: '/ci/azure-pipelines.yml',
  bitbucket: '/ci/bitbucket-pipelines.yml',
} as const

const systems = ['github', 'gitlab', 'azure', 'bitbucket'] as const

/** Ready-made files for CI systems, and where everything else is described. */
export function PipelineLinks() {
  const words = texts.commands
  return (
    <>
      <Text size="sm">
        {words.files(
          systems.map((system, index) => (
            <Fragment key={system}>
              {index > 0 && ', '}
              <NewTab to={files[system]}>{words.systems[system]}</NewTab>
            </Fragment>
          )),
        )}
      </Text>
      <Text size="sm">
        {words.more({
          guide: <NewTab to="/ci/README.md">{words.guide}</NewTab>,
          cli: <NewTab to="/cli/README.md">{words.cli}</NewTab>,
          reference: <NewTab to="/api/docs">{words.reference}</NewTab>,
        })}
      </Text>
    </>
  )
}

/** Not pages of the web app, so the router does not know them. */
function NewTab({ to, children }: { to: string; children: string }) {
  return (
    <Anchor href={to} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  )
}
