import { Button, Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { Decision } from '@plinth/contract/pictures.ts'
import { useState } from 'react'

import { Dialog } from '../shell/Dialog.tsx'
import { texts } from '../texts/texts.ts'
import { useReview } from './mutations.ts'
import type { ComparedRange } from './queries.ts'

interface ReviewAllProps {
  range: ComparedRange
  /** How many stories look different. */
  count: number
}

/** Accepts or rejects everything that looks different, after asking. */
export function ReviewAll({ range, count }: ReviewAllProps) {
  const [decision, setDecision] = useState<Decision>('accepted')
  const [isOpen, { open, close }] = useDisclosure(false)
  const words = texts.pictures.review
  const ask = (chosen: Decision) => () => {
    setDecision(chosen)
    open()
  }
  return (
    <Group gap="xs">
      <Button variant="default" onClick={ask('rejected')}>
        {words.rejectAll}
      </Button>
      <Button onClick={ask('accepted')}>{words.acceptAll}</Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={decision === 'accepted' ? words.acceptAll : words.rejectAll}
      >
        <Question range={range} count={count} decision={decision} onClose={close} />
      </Dialog>
    </Group>
  )
}

interface QuestionProps extends ReviewAllProps {
  decision: Decision
  onClose: () => void
}

function Question({ range, count, decision, onClose }: QuestionProps) {
  const review = useReview(range)
  const [comment, setComment] = useState('')
  const words = texts.pictures.review
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        review.mutate({ decision, comment }, { onSuccess: onClose })
      }}
    >
      <Text mb="sm">{words.confirmAll(count)}</Text>
      <Textarea
        label={words.why}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maxLength={maxLength.comment}
        autosize
        minRows={2}
        data-autofocus
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} disabled={review.isPending}>
          {texts.shell.cancel}
        </Button>
        <Button type="submit" loading={review.isPending}>
          {decision === 'accepted' ? words.acceptAll : words.rejectAll}
        </Button>
      </Group>
    </form>
  )
}
