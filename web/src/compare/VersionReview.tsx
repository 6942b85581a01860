import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { Decision, StoryReview } from '@plinth/contract/pictures.ts'
import type { VersionReview as Review } from '@plinth/contract/reviews.ts'
import { can } from '@plinth/contract/roles.ts'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { TakeBackButton } from '../pictures/TakeBackButton.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { useReviewVersion, versionReviewQuery } from './review-queries.ts'
import type { ReviewedVersion } from './review-queries.ts'

/** Those that pass by themselves, sooner or later. */
const passing: ReadonlySet<Review['because']> = new Set(['reading', 'taking-pictures'])

const icons = { success: <IconCheck />, failure: <IconX />, pending: <IconClock /> }
const colours = { success: 'green', failure: 'red', pending: 'gray' }

/** Whether a version may pass, where it cannot be told how its stories look; people can accept it as it is. */
export function VersionReview(place: ReviewedVersion) {
  const { role } = useAccount()
  const { data, error, refetch } = useQuery(versionReviewQuery(place))
  const words = texts.compare.review
  if (!data)
    return error ? <ErrorAlert title={words.fetchFailed} error={error} retry={() => void refetch()} /> : null
  const { state, because, decision } = data
  const isDecided = because === 'version-accepted' || because === 'version-rejected'
  const why = because in words.why ? words.why[because as keyof typeof words.why] : undefined
  if (!isDecided && why === undefined) return null
  const mayDecide = can(role, 'reviewStories') && !passing.has(because)
  return (
    <Alert color={colours[state]} variant="light" icon={icons[state]} title={words.title[state]}>
      <Text size="sm">
        {isDecided && decision ? words.by(decision.by, <RelativeTime date={decision.at} />) : why}
      </Text>
      {isDecided && decision?.comment && (
        <Text size="sm" mt={4}>
          {decision.comment}
        </Text>
      )}
      {mayDecide &&
        (isDecided && decision ? <TakeBack place={place} decided={decision} /> : <Decide {...place} />)}
    </Alert>
  )
}

function TakeBack({ place, decided }: { place: ReviewedVersion; decided: StoryReview }) {
  const review = useReviewVersion(place)
  const words = texts.compare.review
  return (
    <TakeBackButton
      variant="default"
      mt="sm"
      decided={decided}
      action={words.takeBack}
      questions={words.confirmTakeBack}
      isPending={review.isPending}
      takeBack={(options) => review.mutate({ decision: null, replacesUpTo: decided.at }, options)}
    />
  )
}

function Decide(place: ReviewedVersion) {
  const [decision, setDecision] = useState<Decision>('accepted')
  const [isOpen, { open, close }] = useDisclosure(false)
  const words = texts.compare.review
  const ask = (chosen: Decision) => () => {
    setDecision(chosen)
    open()
  }
  const action = decision === 'accepted' ? words.accept : words.reject
  return (
    <Group gap="xs" mt="sm">
      <Button size="xs" onClick={ask('accepted')}>
        {words.accept}
      </Button>
      <Button size="xs" variant="default" onClick={ask('rejected')}>
        {words.reject}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={action}>
        <Question place={place} decision={decision} action={action} onClose={close} />
      </Dialog>
    </Group>
  )
}

interface QuestionProps {
  place: ReviewedVersion
  decision: Decision
  action: string
  onClose: () => void
}

function Question({ place, decision, action, onClose }: QuestionProps) {
  const review = useReviewVersion(place)
  const [comment, setComment] = useState('')
  const words = texts.compare.review
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        review.mutate({ decision, comment }, { onSuccess: onClose })
      }}
    >
      <Text mb="sm">{decision === 'accepted' ? words.confirm : words.confirmRejection}</Text>
      <Textarea
        label={words.comment}
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
          {action}
        </Button>
      </Group>
    </form>
  )
}
