import { Alert, Button, Checkbox, Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { ComparedPictures, Decision } from '@plinth/contract/pictures.ts'
import { IconUserExclamation } from '@tabler/icons-react'
import { useState } from 'react'

import { blockedBy } from '../shell/blocked-by.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { showNotice } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { useReview } from './mutations.ts'
import type { ComparedRange } from './queries.ts'
import { findUndecided } from './review-progress.ts'

interface ReviewAllProps {
  range: ComparedRange
  stories: ComparedPictures[]
}

/** Accepts or rejects everything that looks different, after asking. What is decided like that already has no button. */
export function ReviewAll({ range, stories }: ReviewAllProps) {
  const [decision, setDecision] = useState<Decision>('accepted')
  const [isOpen, { open, close }] = useDisclosure(false)
  const words = texts.pictures.review
  const ask = (chosen: Decision) => () => {
    setDecision(chosen)
    open()
  }
  return (
    <Group gap="xs">
      {findUndecided(stories, 'rejected').all > 0 && (
        <Button variant="default" onClick={ask('rejected')}>
          {words.rejectAll}
        </Button>
      )}
      {findUndecided(stories, 'accepted').all > 0 && (
        <Button onClick={ask('accepted')}>{words.acceptAll}</Button>
      )}
      <Dialog
        opened={isOpen}
        onClose={close}
        title={decision === 'accepted' ? words.acceptAll : words.rejectAll}
      >
        <Question range={range} stories={stories} decision={decision} onClose={close} />
      </Dialog>
    </Group>
  )
}

interface QuestionProps extends ReviewAllProps {
  decision: Decision
  onClose: () => void
}

function Question({ range, stories, decision, onClose }: QuestionProps) {
  const review = useReview(range)
  const [comment, setComment] = useState('')
  const [isReplacing, setReplacing] = useState(false)
  const { open, all, others } = findUndecided(stories, decision)
  const words = texts.pictures.review
  const count = isReplacing ? all : open
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (count === 0) return
        const replacing = isReplacing && others ? { replacesUpTo: others.upTo } : {}
        review.mutate(
          { decision, comment, ...replacing },
          {
            onSuccess: (comparison) => {
              onClose()
              const left = findUndecided(comparison.stories, decision).open
              if (left > 0) showNotice({ message: words.leftToNewer(left) })
            },
          },
        )
      }}
    >
      <Text mb="sm">{words.confirmAll(count)}</Text>
      {others && (
        <Alert color="orange" variant="light" mb="sm" icon={<IconUserExclamation />}>
          <Text size="sm" mb="xs">
            {words.others[decision](others.people)}
          </Text>
          <Checkbox
            label={words.replaceOthers}
            checked={isReplacing}
            onChange={(event) => setReplacing(event.currentTarget.checked)}
          />
        </Alert>
      )}
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
        <Button
          type="submit"
          loading={review.isPending}
          {...blockedBy(count === 0 ? words.allByOthers : undefined)}
        >
          {words.decide[decision](count)}
        </Button>
      </Group>
    </form>
  )
}
