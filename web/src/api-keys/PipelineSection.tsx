import { Code, Stack, Text } from '@mantine/core'

import { Command } from '../commands/Command.tsx'
import { PipelineLinks } from '../commands/PipelineLinks.tsx'
import { keyPlaceholder, publishCommand } from '../commands/publish-command.ts'
import { ShellChoice } from '../commands/ShellChoice.tsx'
import { useShell } from '../commands/use-shell.ts'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'

/** What a key is for: the line that publishes every build, and files for the usual CI systems. */
export function PipelineSection() {
  const [shell, chooseShell] = useShell()
  const words = texts.commands.pipeline
  return (
    <Section id="pipeline" title={words.title} description={words.description}>
      <Stack gap="sm">
        <Text size="sm">
          {words.introduction(<Code>PLINTH_API_KEY</Code>, <Code>{keyPlaceholder}</Code>)}
        </Text>
        <ShellChoice shell={shell} onChange={chooseShell} />
        <Command
          title={words.line}
          text={publishCommand(shell, [`--storybook "${words.storybook}"`, '--create'])}
        />
        <PipelineLinks />
      </Stack>
    </Section>
  )
}
