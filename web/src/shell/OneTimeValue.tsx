import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import { Day } from './Day.tsx'
import { useDialogCloseGuard } from './Dialog.tsx'
import { useCopy } from './use-copy.ts'

import classes from './OneTimeValue.module.css'

interface OneTimeValueProps {
  /** What it is for. */
  introduction: ReactNode
  label: string
  value: string
  /** The label of the copy button. */
  action: string
  expiresAt?: string
  /** Why it has to be copied now. */
  note: string
  /** The label of the last button until it has been copied. */
  doneUncopied?: string
  onClose: () => void
}

/** A dialog's content: a value that the server returns only once, to be copied now. */
export function OneTimeValue(props: OneTimeValueProps) {
  const { introduction, label, value, action, expiresAt, note, doneUncopied, onClose } = props
  const [wasCopied, setWasCopied] = useState(false)
  const { copy, isCopied, isRefused } = useCopy()
  // `isCopied` is reset after the feedback; this stays.
  if (isCopied && !wasCopied) setWasCopied(true)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  useDialogCloseGuard(wasCopied ? 'none' : 'uncopied')
  return (
    <Stack>
      <Text component="div">{introduction}</Text>
      <Stack gap="sm">
        <Textarea
          readOnly
          autosize
          label={label}
          value={value}
          classNames={{ input: classes.value ?? '' }}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setWasCopied(true)}
        />
        <Group justify="space-between">
          <Text size="sm">
            {expiresAt !== undefined &&
              texts.shell.expiresOn(
                <b>
                  <Day date={expiresAt} />
                </b>,
              )}
          </Text>
          <Button
            ref={button}
            className={classes.copy}
            leftSection={isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => copy(value)}
          >
            {isCopied ? texts.shell.copied : action}
          </Button>
        </Group>
        {isRefused && (
          <Text size="sm" c="red" role="alert">
            {texts.shell.copyYourself}
          </Text>
        )}
        <Alert role="note" color="yellow" variant="light" icon={<IconAlertTriangle />}>
          {note}
        </Alert>
      </Stack>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {wasCopied ? texts.shell.done : (doneUncopied ?? texts.shell.done)}
        </Button>
      </Group>
    </Stack>
  )
}
