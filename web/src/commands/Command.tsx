import { Code, Group, Text } from '@mantine/core'

import { CopyAction } from '../shell/CopyAction.tsx'
import { texts } from '../texts/texts.ts'

import classes from './Command.module.css'

/** A command to copy into a terminal. */
export function Command({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.terminal}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <CopyAction value={text} label={texts.commands.copy} />
      </Group>
      <Code block className={classes.example}>
        {text}
      </Code>
    </div>
  )
}
