import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { copyFeedback } from './CopyAction.tsx'
import { Day } from './Day.tsx'

import classes from './OneTimeValue.module.css'

interface OneTimeValueProps {
  label: string
  value: string
  /** The words of the copy button. */
  action: string
  expiresAt: string
  /** Why it has to be copied now. */
  note: ReactNode
  /** It is on the clipboard, whichever way it got there. */
  onCopied: () => void
}

/** Something the server tells once and never again: to copy now, by the button or by hand. */
export function OneTimeValue({ label, value, action, expiresAt, note, onCopied }: OneTimeValueProps) {
  const { copy, copied, error } = useClipboard({ timeout: copyFeedback })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  useEffect(() => {
    if (copied) onCopied()
  }, [copied, onCopied])
  return (
    <Stack gap="sm">
      <Textarea
        readOnly
        autosize
        label={label}
        value={value}
        classNames={{ input: classes.value ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onCopied}
      />
      <Group justify="space-between">
        <Text size="sm">
          Expires on{' '}
          <b>
            <Day date={expiresAt} />
          </b>
        </Text>
        <Button
          ref={button}
          className={classes.copy}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => copy(value)}
        >
          {copied ? 'Copied' : action}
        </Button>
      </Group>
      {error && (
        <Text size="sm" c="red" role="alert">
          The browser did not allow copying. Select the text and copy it yourself.
        </Text>
      )}
      <Alert role="note" color="yellow" variant="light" icon={<IconAlertTriangle />}>
        {note}
      </Alert>
    </Stack>
  )
}
