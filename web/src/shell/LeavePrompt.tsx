import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'

import { texts } from '../texts/texts.ts'

import classes from './LeavePrompt.module.css'

/** What would be lost: something entered, something shown only once, an upload under way. */
export type Loss = 'unsaved' | 'uncopied' | 'uploading'

interface LeavePromptProps {
  loss: Loss
  onStay: () => void
  onLeave: () => void
}

/** Asked where the loss would be, so that what it is about stays in view. Escape stays. */
export function LeavePrompt({ loss, onStay, onLeave }: LeavePromptProps) {
  const { title, text, stay, leave } = texts.shell.questions[loss]
  const stayButton = useRef<HTMLButtonElement>(null)
  const before = useRef<Element>(null)
  useEffect(() => {
    before.current ??= document.activeElement
    stayButton.current?.focus()
  }, [])

  function goOn() {
    onStay()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    goOn()
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
        <Button ref={stayButton} size="xs" variant="default" onClick={goOn}>
          {stay}
        </Button>
        <Button size="xs" color="red" variant="light" onClick={onLeave}>
          {leave}
        </Button>
      </Group>
    </Alert>
  )
}
