import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'

import { texts } from '../texts/texts.ts'

import classes from './LeavePrompt.module.css'

/** What would be lost: input, a value that is shown only once, or a running upload. */
export type LossKind = 'unsaved' | 'uncopied' | 'uploading'

interface LeavePromptProps {
  loss: LossKind
  onStay: () => void
  onLeave: () => void
}

/** Shown next to what would be lost. Escape stays on the page. */
export function LeavePrompt({ loss, onStay, onLeave }: LeavePromptProps) {
  const { title, text, stay, leave } = texts.shell.leavePrompts[loss]
  const stayButton = useRef<HTMLButtonElement>(null)
  const previousFocus = useRef<Element>(null)
  useEffect(() => {
    previousFocus.current ??= document.activeElement
    stayButton.current?.focus()
  }, [])

  function stayHere() {
    onStay()
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
  }
  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    stayHere()
  }
  return (
    <Alert
      role="alertdialog"
      color="yellow"
      title={title}
      icon={<IconAlertCircle />}
      classNames={{
        root: classes.question ?? '',
        title: classes.title ?? '',
        message: classes.message ?? '',
      }}
      onKeyDown={escape}
    >
      <Text size="sm">{text}</Text>
      <Group mt="sm">
        <Button ref={stayButton} size="xs" variant="default" onClick={stayHere}>
          {stay}
        </Button>
        <Button size="xs" color="red" variant="light" onClick={onLeave}>
          {leave}
        </Button>
      </Group>
    </Alert>
  )
}
