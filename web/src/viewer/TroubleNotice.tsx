import { Button, Code } from '@mantine/core'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import { BuildNotice } from './BuildNotice.tsx'
import { silentSeconds } from './use-build-trouble.ts'
import type { BuildTrouble } from './use-build-trouble.ts'

interface TroubleNoticeProps {
  trouble: BuildTrouble
  /** Leads to another version. */
  otherVersions?: ReactNode
}

/** Over a build that shows nothing: what is wrong with it. */
export function TroubleNotice({ trouble, otherVersions }: TroubleNoticeProps) {
  return (
    <BuildNotice title={texts.viewer.trouble.title[trouble.page]} text={describe(trouble)}>
      {canReloadHelp(trouble) && (
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          {texts.shell.brokenPage.reload}
        </Button>
      )}
      {otherVersions}
    </BuildNotice>
  )
}

/** What the version lacks, or its scripts do, is the same the next time. */
const canReloadHelp = ({ problem }: BuildTrouble) => !problem || problem.kind === 'unloaded'

function describe({ page, problem }: BuildTrouble): ReactNode {
  const words = texts.viewer.trouble
  if (!problem) return words.silent(silentSeconds)
  const { kind, text } = problem
  const quoted = <Code>{text}</Code>
  if (kind === 'error') return words.error(quoted)
  if (text === '') return words.unloadedScript
  return kind === 'missing' ? words.missing(<Code>{words.file[page]}</Code>, quoted) : words.unloaded(quoted)
}
