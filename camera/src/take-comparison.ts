import { maxPictureBytes } from '@plinth/contract/camera.ts'
import type { CameraJob, Side, Taken } from '@plinth/contract/camera.ts'

import { comparePictures } from './compare-pictures.ts'
import { sha256Of } from './portal.ts'
import type { Deliveries, Result } from './portal.ts'
import { sentPicture } from './sent-picture.ts'
import type { Still, Stories, TakenPicture } from './stories/open-stories.ts'
import type { StoryPlan, Variant } from './stories/story-plan.ts'
import { startTurn } from './turn.ts'

type ComparisonJob = Extract<CameraJob, { kind: 'comparison' }>
type JobStory = ComparisonJob['stories'][number]

interface Services extends Deliveries {
  /** Works with the stories of one version, in a browser that is closed afterwards. */
  inBrowser<T>(side: Side, work: (stories: Stories) => Promise<T>): Promise<T>
  fetchPicture(sha256: string): Promise<Buffer>
}

/** A picture that the portal has, or what was taken now. */
type Picture = Still | 'skipped' | { sha256: string }

/** How a picture is taken. */
interface Shot {
  plan: StoryPlan
  variant: Variant
  /** How many variants the story has. */
  variants: number
}

interface Pair {
  story: JobStory
  before: Picture
  /** Undefined if it was not taken now. */
  shotBefore: Shot | undefined
  after: Picture
  shotAfter: Shot
}

const isTaken = (picture: Picture): picture is TakenPicture =>
  typeof picture === 'object' && 'bytes' in picture

const hashOf = (picture: Picture): string | undefined => {
  if (typeof picture === 'string') return undefined
  return 'bytes' in picture ? sha256Of(picture.bytes) : picture.sha256
}

const bytesOf = (picture: Picture) => (isTaken(picture) ? picture.bytes.length : 0)

const isSame = (one: Picture, other: Picture) =>
  typeof one === 'string' ? one === other : hashOf(one) === hashOf(other)

/**
 * Every story of both versions once, and those that differ once more: if a version does not look like itself, nothing can be
 * said of it. One browser at a time, each for one version.
 */
export async function takeComparison(job: ComparisonJob, services: Services): Promise<void> {
  const before = await takeBefore(job.stories, services)
  const taken = await services.inBrowser('after', async (stories) => {
    const pairs = await takeAfter(before, stories, services)
    const changed = new Set(
      pairs.filter((pair) => !isSame(pair.before, pair.after)).map(({ story }) => story),
    )
    const [toDecide, same] = partition(pairs, ({ story }) => changed.has(story))
    await services.deliver(same.map((pair) => resultOf(pair, false)))
    return takeAgain(toDecide, 'after', stories, services)
  })
  const [toCheck, known] = partition(taken, ({ pair }) => isTaken(pair.before))
  const checked =
    toCheck.length === 0
      ? []
      : await services.inBrowser('before', async (stories) => {
          const again = await takeAgain(
            toCheck.map(({ pair }) => pair),
            'before',
            stories,
            services,
          )
          return again.map(({ pair, isUnstable }, i) => ({
            pair,
            isUnstable: isUnstable || (toCheck[i]?.isUnstable ?? false),
          }))
        })
  for (const { pair, isUnstable } of [...known, ...checked])
    await services.deliver([
      { ...resultOf(pair, isUnstable), ...(await differenceOf(pair, isUnstable, services)) },
    ])
}

const keyOf = (story: JobStory, variant: string) => JSON.stringify([story.id, variant])

interface Before {
  /** Those there was time for. */
  stories: JobStory[]
  find(story: JobStory, variant: string): Pick<Pair, 'before'> & { shotBefore?: Shot }
}

/** Those that are known are not taken again. */
async function takeBefore(all: readonly JobStory[], services: Services): Promise<Before> {
  const taken = new Map<string, { before: Picture; shotBefore?: Shot }>()
  for (const story of all)
    for (const { variant, sha256 } of story.before) taken.set(keyOf(story, variant), { before: { sha256 } })
  const done = new Set(all.filter(({ before }) => before.length > 0))
  const unknown = all.filter((story) => !done.has(story))
  if (unknown.length > 0)
    await services.inBrowser('before', async (stories) => {
      const shots = await shotsOf(
        stories,
        unknown.map(({ idBefore }) => idBefore),
      )
      const turn = startTurn()
      for (const story of unknown) {
        if (turn.isOver()) break
        for (const shotBefore of shots(story.idBefore, story)) {
          const before = await take(stories, story.idBefore, shotBefore).catch((error: unknown) => {
            // Nobody knows yet which variants the story has now: this one stands for all of them.
            services.onEnding(endingResult(story, { ...shotBefore, variants: 1 }, ['failed', 'missing']))
            throw error
          })
          taken.set(keyOf(story, shotBefore.variant.name), { before, shotBefore })
          turn.hold(bytesOf(before))
        }
        done.add(story)
      }
    })
  return {
    stories: all.filter((story) => done.has(story)),
    find: (story, variant) => taken.get(keyOf(story, variant)) ?? { before: 'missing' },
  }
}

async function takeAfter(before: Before, stories: Stories, services: Services): Promise<Pair[]> {
  const shots = await shotsOf(
    stories,
    before.stories.map(({ id }) => id),
  )
  const pairs: Pair[] = []
  const turn = startTurn()
  for (const story of before.stories) {
    if (turn.isOver()) break
    for (const shotAfter of shots(story.id, story)) {
      const { before: earlier, shotBefore } = before.find(story, shotAfter.variant.name)
      const after = await take(stories, story.id, shotAfter).catch((error: unknown) => {
        services.onEnding(endingResult(story, shotAfter, [earlier, 'failed']))
        throw error
      })
      pairs.push({ story, before: earlier, shotBefore, after, shotAfter })
      turn.hold(isSame(earlier, after) ? 0 : bytesOf(after))
    }
  }
  return pairs
}

async function shotsOf(stories: Stories, ids: readonly string[]) {
  const plans = await stories.plansOf(ids)
  return (id: string, { delivered = [] }: JobStory): Shot[] => {
    const plan = plans.get(id)
    return (
      plan?.variants
        .filter(({ name }) => !delivered.includes(name))
        .map((variant) => ({ plan, variant, variants: plan.variants.length })) ?? []
    )
  }
}

const take = async (stories: Stories, id: string, { plan, variant }: Shot): Promise<Picture> =>
  plan.isSkipped ? 'skipped' : stories.takePicture(id, plan, variant)

async function takeAgain(pairs: readonly Pair[], side: Side, stories: Stories, services: Services) {
  const again: { pair: Pair; isUnstable: boolean }[] = []
  for (const pair of pairs) {
    const [id, shot] =
      side === 'before' ? [pair.story.idBefore, pair.shotBefore] : [pair.story.id, pair.shotAfter]
    if (!shot) {
      again.push({ pair, isUnstable: false })
      continue
    }
    const picture = await take(stories, id, shot).catch((error: unknown) => {
      // It was shown the first time.
      services.onEnding(resultOf(pair, true))
      throw error
    })
    again.push({ pair, isUnstable: !isSame(pair[side], picture) })
  }
  return again
}

function resultOf(
  { story, shotAfter, before, after }: Pair,
  isUnstable: boolean,
): Result & { kind: 'compared' } {
  return {
    kind: 'compared',
    story: story.id,
    variant: shotAfter.variant.name,
    variants: shotAfter.variants,
    before: sent(before),
    // The same bytes need not be sent twice.
    after:
      typeof before === 'object' && isSame(before, after) ? { sha256: hashOf(before) ?? '' } : sent(after),
    isUnstable,
    difference: null,
  }
}

/** Of a story that ends the browser: it does not do so in every attempt. */
const endingResult = (story: JobStory, shot: Shot, [before, after]: [before: Picture, after: Picture]) =>
  resultOf({ story, before, shotBefore: undefined, after, shotAfter: shot }, false)

function sent(picture: Picture): Taken {
  if (typeof picture === 'string') return { none: picture }
  return isTaken(picture) ? { picture: sentPicture('image/png', picture) } : picture
}

async function differenceOf(
  { shotAfter: { plan }, before, after }: Pair,
  isUnstable: boolean,
  services: Services,
): Promise<Partial<Result & { kind: 'compared' }>> {
  if (isUnstable || typeof before === 'string' || !isTaken(after) || isSame(before, after)) return {}
  const earlier = isTaken(before) ? before.bytes : await services.fetchPicture(before.sha256)
  const { png, width, height, pixels, visiblePixels } = comparePictures(earlier, after.bytes, plan.threshold)
  if (png.length > maxPictureBytes) return {}
  return {
    difference: {
      pixels,
      visiblePixels,
      isBarelyVisible: visiblePixels === 0,
      picture: sentPicture('image/png', { bytes: png, width, height }),
    },
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
