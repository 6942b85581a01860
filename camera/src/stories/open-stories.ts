import { maxPictureBytes, thumbnailSide } from '@plinth/contract/camera.ts'
import * as z from 'zod/mini'

import { BrowserGone } from '../browser/connection.ts'
import type { Browser } from '../browser/launch-browser.ts'
import { openPages } from '../browser/open-page.ts'
import type { Clip, FindFile, Page, Refused } from '../browser/open-page.ts'
import { findContent } from '../in-page/find-content.ts'
import type { Area } from '../in-page/find-content.ts'
import { readParameters } from '../in-page/read-parameters.ts'
import { stillStyles, watchStories } from '../in-page/watch-stories.ts'
import { decodePng } from '../png.ts'
import type { Pixels } from '../png.ts'
import { storyPlan, usualPlan, usualVariant, usualViewport } from './story-plan.ts'
import type { StoryPlan, Variant } from './story-plan.ts'

/** The stories of one version, in one browser. */
export interface Stories {
  /** What each says about its pictures. */
  plansOf(ids: readonly string[]): Promise<Map<string, StoryPlan>>
  /** Small pictures: quick, one story after another in the same page. Undefined if it fails, or shows nothing. */
  takeThumbnail(id: string): Promise<Thumbnails | undefined>
  /** A picture to compare: in a page that is loaded for it, so that nothing of other stories is left. */
  takePicture(id: string, plan: StoryPlan, variant: Variant): Promise<Still>
}

export interface TakenPicture {
  bytes: Buffer
  width: number
  height: number
}

export interface Thumbnails {
  single: TakenPicture
  double: TakenPicture
}

export type Still = TakenPicture | 'failed' | 'missing'

/** For a story to appear. */
const usualTimeoutMs = 15_000
/** More than the page itself waits, so that it can say what happened. */
const answerMs = 8000
const extractTimeoutMs = 20_000

const maxHeight = 4000
const padding = 12
/** Enough to see whether there is anything. */
const blankScale = 0.25

const StoryEnd = z.object({ event: z.string() })
const AreaSaid = z.optional(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }))
const ParametersSaid = z.record(z.string(), z.unknown())

/** Functions are sent to the page as text. */
const called = (work: (...args: never[]) => unknown, ...args: unknown[]) =>
  `(${work.toString()})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`

export function openStories(
  browser: Browser,
  findFile: FindFile,
  onRefused: (what: Refused) => void,
  storyTimeoutMs = usualTimeoutMs,
): Stories {
  const openPage = openPages(browser, findFile, onRefused)
  let current: Page | undefined
  /** Whether the page shows stories and can switch to another. */
  let isSwitchable = false

  async function page(): Promise<Page> {
    current ??= await openPage([called(watchStories)])
    return current
  }

  /** The next story gets another page. */
  async function dropPage() {
    const dropped = current
    current = undefined
    isSwitchable = false
    await dropped?.close()
  }

  async function load(id: string, variant: Pick<Variant, 'viewport' | 'media' | 'globals'>, delayMs: number) {
    const open = await page()
    await open.resize(variant.viewport, variant.media)
    const query = new URLSearchParams({ id, viewMode: 'story', chromatic: 'true' })
    if (variant.globals) query.set('globals', variant.globals)
    await open.navigate(`/iframe.html?${query.toString()}`, storyTimeoutMs)
    await open.evaluate(called(addStyles, stillStyles), answerMs)
    const wait = `__PLINTH_CAMERA__.waitFor(${JSON.stringify(id)}, ${storyTimeoutMs}, ${delayMs})`
    return StoryEnd.parse(await open.evaluate(wait, storyTimeoutMs + delayMs + answerMs)).event
  }

  async function areaOf(ignoredSelectors: readonly string[]): Promise<Area | undefined> {
    return AreaSaid.parse(await (await page()).evaluate(called(findContent, ignoredSelectors), answerMs))
  }

  async function switchTo(id: string) {
    const show = `__PLINTH_CAMERA__.show(${JSON.stringify(id)}, ${storyTimeoutMs})`
    const open = await page()
    return StoryEnd.parse(await open.evaluate(show, storyTimeoutMs + 2 * answerMs)).event
  }

  /** Of what `show` shows; undefined if it fails to. */
  const thumbnailOf = (show: () => Promise<string>): Promise<Thumbnails | undefined> =>
    withoutBrokenPage(async () => {
      const event = await show()
      isSwitchable = event === 'storyRendered'
      if (!isSwitchable) {
        await dropPage()
        return undefined
      }
      const area = await areaOf([])
      const open = await page()
      const clip = thumbnailClip(area)
      // What is drawn by pseudo-elements alone has no area.
      if (!area && isBlank(decodePng(await open.capture('png', { ...clip, scale: blankScale }))))
        return undefined
      const take = async (scale: number): Promise<TakenPicture> => ({
        bytes: await open.capture('webp', { ...clip, scale }),
        width: Math.ceil(clip.width * scale),
        height: Math.ceil(clip.height * scale),
      })
      return {
        single: await take(Math.min(1, thumbnailSide / clip.width)),
        double: await take(Math.min(2, (2 * thumbnailSide) / clip.width)),
      }
    }, undefined)

  const withoutBrokenPage = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof BrowserGone || browser.exceeded()) throw error
      await dropPage()
      return otherwise
    }
  }

  return {
    async plansOf(ids) {
      const read = async () => {
        if (ids[0] === undefined) return {}
        await load(ids[0], usualVariant, 0)
        const said = await (await page()).evaluate(called(readParameters, ids), extractTimeoutMs)
        return ParametersSaid.parse(said)
      }
      const said = await withoutBrokenPage(read, {})
      return new Map(ids.map((id) => [id, Object.hasOwn(said, id) ? storyPlan(said[id]) : usualPlan]))
    },

    async takeThumbnail(id) {
      const startedAt = performance.now()
      const switched = isSwitchable ? await thumbnailOf(() => switchTo(id)) : undefined
      if (switched || performance.now() - startedAt >= storyTimeoutMs) return switched
      // What an earlier story has left may disturb this one: it gets a page of its own.
      return thumbnailOf(() => load(id, usualVariant, 0))
    },

    takePicture: (id, plan, variant) =>
      withoutBrokenPage<Still>(async () => {
        isSwitchable = false
        const event = await load(id, variant, plan.delayMs)
        if (event === 'storyMissing') return 'missing'
        if (event !== 'storyRendered') return 'failed'
        const area = await areaOf(plan.ignoredSelectors)
        const height = plan.isCroppedToViewport ? variant.viewport.height : maxHeight
        const clip = clipOf(area, { ...variant.viewport, height }, clipStep)
        const bytes = await (await page()).capture('png', clip)
        return bytes.length > maxPictureBytes ? 'failed' : { bytes, width: clip.width, height: clip.height }
      }, 'failed'),
  }
}

function addStyles(css: string): void {
  const style = document.createElement('style')
  style.textContent = css
  document.head.append(style)
}

/**
 * Where pictures to compare begin is a multiple of this, so that what moves on the page moves in the picture. A prime number: a
 * layout that moves something by exactly that much is unlikely.
 */
const clipStep = 53

/** Whole pixels, with some room around, and not outside the page. An empty page is shown as it is. */
function clipOf(area: Area | undefined, limits: { width: number; height: number }, step: number): Clip {
  if (!area) return { x: 0, y: 0, width: limits.width, height: Math.min(limits.height, 800), scale: 1 }
  const begin = (at: number) => Math.floor(Math.floor(at - padding) / step) * step
  const x = clamp(begin(area.x), 0, limits.width - 1)
  const y = clamp(begin(area.y), 0, limits.height - 1)
  return {
    x,
    y,
    width: clamp(Math.ceil(area.x + area.width + padding) - x, 1, limits.width - x),
    height: clamp(Math.ceil(area.y + area.height + padding) - y, 1, limits.height - y),
    scale: 1,
  }
}

/** Of what is tall, the top. */
function thumbnailClip(area: Area | undefined): Clip {
  const clip = clipOf(area, usualViewport, 1)
  return { ...clip, height: Math.min(clip.height, Math.max(thumbnailSide, Math.ceil(clip.width * 0.75))) }
}

/** Whether all pixels have one colour. */
function isBlank({ data }: Pixels): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return bytes.subarray(4).equals(bytes.subarray(0, -4))
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
