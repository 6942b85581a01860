import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import { silentSeconds } from './use-build-trouble.ts'
import type { BuildTrouble } from './use-build-trouble.ts'

import classes from './ViewerPage.module.css'

interface TroubleNoticeProps {
  trouble: BuildTrouble
  /** Leads to another version. */
  otherVersions?: ReactNode
}

/** Over a build that shows nothing: what is wrong with it. */
export function TroubleNotice({ trouble, otherVersions }: TroubleNoticeProps) {
  const [isClosed, setClosed] = useState(false)
  const words = texts.viewer.trouble
  if (isClosed) return null
  return (
    <Alert
      variant="default"
      className={classes.trouble ?? ''}
      icon={<IconAlertTriangle color="var(--mantine-color-yellow-text)" />}
      title={words.title[trouble.page]}
      withCloseButton
      closeButtonLabel={texts.shell.close}
      onClose={() => setClosed(true)}
    >
      <Stack gap="sm">
        <Text size="sm" className={classes.troubleText ?? ''}>
          {describe(trouble)}
        </Text>
        <Group gap="xs">
          {canReloadHelp(trouble) && (
            <Button size="xs" variant="default" onClick={() => location.reload()}>
              {texts.shell.brokenPage.reload}
            </Button>
          )}
          {otherVersions}
        </Group>
      </Stack>
    </Alert>
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
