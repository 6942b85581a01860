import { Alert, Anchor, Button, Group, Progress, SegmentedControl, Text, Title } from '@mantine/core'
import { noteworthy } from '@plinth/contract/pictures.ts'
import type { ComparedPictures, PictureComparison, PictureCounts } from '@plinth/contract/pictures.ts'
import { can } from '@plinth/contract/roles.ts'
import { IconCameraOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { compareAddress } from '../addresses.ts'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { commentsQuery } from './comments.ts'
import { ComparedStory } from './ComparedStory.tsx'
import { FoldedStories } from './FoldedStories.tsx'
import { labelOf } from './label.ts'
import { useTakePictures } from './mutations.ts'
import { picturesQuery } from './pictures-session.ts'
import { comparedPicturesQuery, isOwnReview } from './queries.ts'
import type { ComparedRange } from './queries.ts'
import { describeProgress } from './review-progress.ts'
import { ReviewAll } from './ReviewAll.tsx'
import { StoryComments } from './StoryComments.tsx'
import { pairViews, usePairView, zooms } from './views.ts'
import type { Zoom } from './views.ts'

import classes from './LooksSection.module.css'

interface LooksSectionProps {
  range: ComparedRange
}

/** What the stories that changed look like, before and after, and what people decide about it. */
export function LooksSection({ range }: LooksSectionProps) {
  const { data, error, refetch } = useQuery(comparedPicturesQuery(range))
  if (data) return <Looks range={range} pictures={data} isOutdated={error !== null} />
  return error && <ErrorAlert title={texts.pictures.fetchFailed} error={error} retry={() => void refetch()} />
}

interface LooksProps extends LooksSectionProps {
  pictures: PictureComparison
  /** Whether it could not be asked for again. What people are typing stays. */
  isOutdated: boolean
}

function Looks({ range, pictures, isOutdated }: LooksProps) {
  const { role } = useAccount()
  const { state, stories } = pictures
  const canReview = can(role, 'reviewStories')
  const isReviewed = canReview && isOwnReview(range)
  const toLookAt = stories.filter(({ verdict }) => noteworthy.has(verdict))
  const words = texts.pictures
  return (
    <Section
      id="looks"
      title={words.title}
      description={describe(pictures, isOwnReview(range))}
      action={
        isReviewed &&
        state === 'ready' &&
        toLookAt.length > 0 && <ReviewAll range={range} stories={stories} />
      }
    >
      {isOutdated && (
        <Text size="sm" c="dimmed" component="output">
          {words.notUpdated}
        </Text>
      )}
      <PictureState range={range} pictures={pictures} />
      {canReview && !isReviewed && toLookAt.length > 0 && <ReviewElsewhere range={range} />}
      {toLookAt.length > 0 && <ToLookAt range={range} toLookAt={toLookAt} />}
      <FoldedStories stories={stories} />
      <OtherComments range={range} shown={toLookAt} stories={stories} />
    </Section>
  )
}

/** Links from a comparison that somebody chose to the one where decisions are made. */
function ReviewElsewhere({ range }: LooksSectionProps) {
  const { account, storybook, to, baseline } = range
  const words = texts.pictures.review
  return (
    <Text size="sm">
      {words.elsewhere}{' '}
      {baseline !== null && (
        <Anchor component={Link} to={compareAddress({ account, storybook, from: baseline, to })} inherit>
          {words.open}
        </Anchor>
      )}
    </Text>
  )
}

/** Nothing is said about stories that have not been compared, nor about decisions where none are made. */
function describe(pictures: PictureComparison, isReviewed: boolean): string | undefined {
  const { state, counts } = pictures
  const { nothingChanged, notCompared, partlyCompared, leftOut: describeLeftOut } = texts.pictures
  const { changedInCode, compared, lookDifferent, leftOut } = counts
  if (state !== 'ready') {
    if (compared > 0) return partlyCompared(compared, changedInCode, lookDifferent)
    return changedInCode > 0 && state === 'waiting' ? notCompared(changedInCode) : undefined
  }
  if (changedInCode === 0) return leftOut === 0 ? nothingChanged : describeLeftOut(leftOut)
  const looks = describeCompared(counts)
  const parts = [
    looks,
    isReviewed ? describeProgress(pictures) : '',
    leftOut === 0 ? '' : describeLeftOut(leftOut),
  ]
  return parts.filter(Boolean).join(' ')
}

function describeCompared({ changedInCode, lookDifferent, lookSame, notSeen }: PictureCounts): string {
  const { summary, sameOnly, nothingCompared } = texts.pictures
  if (notSeen > 0 && lookDifferent + lookSame === 0) return nothingCompared(changedInCode)
  return lookSame === changedInCode ? sameOnly(changedInCode) : summary(changedInCode, lookDifferent)
}

interface OtherCommentsProps {
  range: ComparedRange
  shown: ComparedPictures[]
  /** All that were compared, to name those that were. */
  stories: ComparedPictures[]
}

/** What was said on this branch about stories that do not look different here. */
function OtherComments({ range, shown, stories: compared }: OtherCommentsProps) {
  const labels = new Map(compared.map((story) => [story.story, labelOf(story)]))
  const { data: comments = [] } = useQuery(commentsQuery(range))
  const withPictures = new Set(shown.map(({ story }) => story))
  const stories = [...new Set(comments.map(({ story }) => story))].filter((story) => !withPictures.has(story))
  if (stories.length === 0) return null
  return (
    <div>
      <Title order={3} size="h4">
        {texts.pictures.comments.others}
      </Title>
      {stories.map((story) => (
        <div key={story} className={classes.other}>
          <Text>{labels.get(story) ?? story}</Text>
          <StoryComments range={range} story={story} name={labels.get(story) ?? story} />
        </div>
      ))}
    </div>
  )
}

/** While they are taken, why they are not, or if nobody has asked for them. */
function PictureState({ range, pictures }: { range: ComparedRange; pictures: PictureComparison }) {
  const { state, obstacle, gaveUpBecause, counts } = pictures
  const take = useTakePictures(range)
  const words = texts.pictures
  if (state === 'ready') return null
  const isTaking = state === 'waiting' && obstacle === null
  if (isTaking) {
    return (
      <div>
        <Text size="sm">{words.taking}</Text>
        <Progress
          value={(counts.compared / Math.max(1, counts.changedInCode - (counts.leftOut ?? 0))) * 100}
          aria-label={words.taking}
          mt={6}
        />
      </div>
    )
  }
  return (
    <>
      {obstacle && (
        <Alert color="gray" variant="default" icon={<IconCameraOff />}>
          {words.obstacles[obstacle]}
        </Alert>
      )}
      {(state === 'failed' || obstacle === null) && (
        <Group>
          <Text>{gaveUpBecause ? words.gaveUp[gaveUpBecause] : words.none}</Text>
          <Button variant="default" onClick={() => take.mutate()} loading={take.isPending}>
            {state === 'failed' ? words.again : words.take}
          </Button>
        </Group>
      )}
    </>
  )
}

function ToLookAt({ range, toLookAt }: LooksSectionProps & { toLookAt: ComparedPictures[] }) {
  const [view, setView] = usePairView()
  const [zoom, setZoom] = useState<Zoom>('fit')
  const { data: session, error, refetch } = useQuery(picturesQuery(range.account))
  const words = texts.pictures
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={words.views.label}
          size="xs"
          value={view}
          onChange={(value) => setView(pairViews.find((each) => each === value) ?? 'sides')}
          data={pairViews.map((value) => ({ value, label: words.views[value] }))}
        />
        <SegmentedControl
          aria-label={words.zoom.label}
          size="xs"
          value={String(zoom)}
          onChange={(value) => setZoom(zooms.find((each) => String(each) === value) ?? 'fit')}
          data={zooms.map((value) => ({
            value: String(value),
            label: value === 'fit' ? words.zoom.fit : words.zoom.percent(value),
          }))}
        />
      </div>
      {error && <ErrorAlert title={words.fetchFailed} error={error} retry={() => void refetch()} />}
      <ul className={classes.stories}>
        {session &&
          toLookAt.map((story) => (
            <ComparedStory
              key={`${story.story} ${story.variant}`}
              range={range}
              pictures={story}
              baseUrl={session.baseUrl}
              view={view}
              zoom={zoom}
            />
          ))}
      </ul>
    </>
  )
}
