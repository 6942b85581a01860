import { Badge, Button, Card, Group, Text, Title } from '@mantine/core'
import type { ComparedPictures, StoryReview, Verdict } from '@plinth/contract/pictures.ts'
import { can } from '@plinth/contract/roles.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { compareAddress } from '../addresses.ts'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { labelOf } from './label.ts'
import { useReview } from './mutations.ts'
import { PicturePair } from './PicturePair.tsx'
import { isOwnReview } from './queries.ts'
import type { ComparedRange } from './queries.ts'
import { StoryComments } from './StoryComments.tsx'
import { TakeBackButton } from './TakeBackButton.tsx'
import type { PairView, Zoom } from './views.ts'

import classes from './ComparedStory.module.css'

interface ComparedStoryProps {
  range: ComparedRange
  pictures: ComparedPictures
  baseUrl: string
  view: PairView
  zoom: Zoom
}

/** A story that looks different: its pictures, what was decided, what people say. */
export function ComparedStory({ range, pictures, baseUrl, view, zoom }: ComparedStoryProps) {
  const { story, variant, review } = pictures
  const title = labelOf(pictures)
  const name = variant === '' ? title : `${title} (${variant})`
  return (
    <Card component="li" withBorder className={classes.story}>
      <div className={classes.head}>
        <Title order={3} size="h4" className={classes.name}>
          <Link to={compareAddress({ ...range, story })} className={classes.link}>
            {title}
          </Link>
        </Title>
        {variant !== '' && <Badge variant="default">{variant}</Badge>}
        <HowMuch pictures={pictures} />
        <Decide range={range} name={name} pictures={pictures} />
      </div>
      {review && <Decided review={review} />}
      <PicturePair name={name} pictures={pictures} baseUrl={baseUrl} view={view} zoom={zoom} />
      <StoryComments range={range} story={story} name={title} />
    </Card>
  )
}

const colours: Partial<Record<Verdict, string>> = { broken: 'red', repaired: 'green' }

function HowMuch({ pictures: { verdict, pixels, isBarelyVisible } }: { pictures: ComparedPictures }) {
  const words = texts.pictures
  if (verdict !== 'different' || pixels === null) {
    return (
      <Badge variant="light" color={colours[verdict] ?? 'gray'}>
        {words.verdicts[verdict]}
      </Badge>
    )
  }
  return (
    <Text size="sm" c="dimmed" component="span">
      {words.pixels(pixels)}
      {isBarelyVisible && `, ${words.barely}`}
    </Text>
  )
}

function Decide({
  range,
  name,
  pictures,
}: {
  range: ComparedRange
  name: string
  pictures: ComparedPictures
}) {
  const { role } = useAccount()
  const review = useReview(range)
  const words = texts.pictures.review
  if (!can(role, 'reviewStories') || !isOwnReview(range)) return null
  const stories = [
    { story: pictures.story, variant: pictures.variant, after: pictures.after?.sha256 ?? null },
  ]
  const { review: decided } = pictures
  if (decided) {
    return (
      <TakeBackButton
        variant="subtle"
        color="gray"
        className={classes.decide}
        aria-label={words.undoOf(name)}
        decided={decided}
        action={words.undo}
        questions={words.confirmUndo}
        isPending={review.isPending}
        takeBack={(options) => review.mutate({ stories, decision: null, replacesUpTo: decided.at }, options)}
      />
    )
  }
  return (
    <Group gap="xs" className={classes.decide}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconX size={16} aria-hidden />}
        aria-label={words.rejectOf(name)}
        disabled={review.isPending}
        onClick={() => review.mutate({ stories, decision: 'rejected' })}
      >
        {words.reject}
      </Button>
      <Button
        size="xs"
        leftSection={<IconCheck size={16} aria-hidden />}
        aria-label={words.acceptOf(name)}
        disabled={review.isPending}
        onClick={() => review.mutate({ stories, decision: 'accepted' })}
      >
        {words.accept}
      </Button>
    </Group>
  )
}

function Decided({ review: { decision, by, at, comment } }: { review: StoryReview }) {
  const Icon = decision === 'accepted' ? IconCheck : IconX
  return (
    <div className={classes.decided} data-decision={decision}>
      <Icon size={16} aria-hidden />
      <Text size="sm" component="span">
        {texts.pictures.review[decision](by, <RelativeTime date={at} />)}
      </Text>
      {comment && <Text size="sm">{comment}</Text>}
    </div>
  )
}
