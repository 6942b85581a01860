import { maxPictureVariants } from '@plinth/contract/camera.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import * as z from 'zod/mini'

import { usualMedia } from '../browser/open-page.ts'
import type { Media, Viewport } from '../browser/open-page.ts'

/** One way to show a story. Most have one, without a name. */
export interface Variant {
  name: string
  viewport: Viewport
  media: Media
  /** For the address: `theme:dark;locale:fr`. */
  globals: string
}

/** How pictures of a story are taken. */
export interface StoryPlan {
  isSkipped: boolean
  delayMs: number
  ignoredSelectors: string[]
  isCroppedToViewport: boolean
  /** How different a pixel has to be for people to notice, from 0 to 1; undefined if the story does not say. */
  threshold: number | undefined
  variants: Variant[]
}

export const usualViewport: Viewport = { width: 1200, height: 800 }
const maxDelayMs = 15_000
const maxIgnored = 20
const alwaysIgnored = ['.chromatic-ignore', '[data-chromatic="ignore"]']
const side = z.number().check(z.minimum(50), z.maximum(2560))

/** Wrong values count as absent: another tool reads these parameters, and a picture is better than none. */
const lenient = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.transform((value: unknown) => (schema.safeParse(value).success ? value : undefined)),
    z.optional(schema),
  )

const Mode = z.record(z.string(), z.unknown())
const Parameters = z.object({
  chromatic: z.object({
    disableSnapshot: lenient(z.boolean()),
    disable: lenient(z.boolean()),
    delay: lenient(z.number().check(z.minimum(0))),
    diffThreshold: lenient(z.number().check(z.minimum(0), z.maximum(1))),
    ignoreSelectors: lenient(z.array(z.string().check(z.maxLength(500)))),
    cropToViewport: lenient(z.boolean()),
    forcedColors: lenient(z.string()),
    prefersReducedMotion: lenient(z.string()),
    viewports: lenient(z.array(side)),
    modes: lenient(z.record(z.string(), Mode)),
  }),
  viewports: lenient(z.record(z.string(), z.unknown())),
})

export const usualVariant: Variant = { name: '', viewport: usualViewport, media: usualMedia, globals: '' }

export const usualPlan: StoryPlan = {
  isSkipped: false,
  delayMs: 0,
  ignoredSelectors: alwaysIgnored,
  isCroppedToViewport: false,
  threshold: undefined,
  variants: [usualVariant],
}

/** From what a page said of a story; untrusted, like everything from a page. */
export function storyPlan(said: unknown): StoryPlan {
  const { success, data } = Parameters.safeParse(said)
  if (!success) return usualPlan
  const { chromatic, viewports } = data
  const media: Media = {
    colourScheme: 'light',
    forcedColours: chromatic.forcedColors === 'active',
    reducedMotion: chromatic.prefersReducedMotion !== 'no-preference',
  }
  return {
    isSkipped: chromatic.disableSnapshot ?? chromatic.disable ?? false,
    delayMs: Math.min(chromatic.delay ?? 0, maxDelayMs),
    ignoredSelectors: [...alwaysIgnored, ...(chromatic.ignoreSelectors ?? []).slice(0, maxIgnored)],
    isCroppedToViewport: chromatic.cropToViewport ?? false,
    threshold: chromatic.diffThreshold,
    variants: variantsOf(chromatic, viewports ?? {}, media),
  }
}

function variantsOf(
  { modes, viewports: widths }: z.infer<typeof Parameters>['chromatic'],
  namedViewports: Record<string, unknown>,
  media: Media,
): Variant[] {
  const fromModes = Object.entries(modes ?? {})
    .filter(([, mode]) => mode['disable'] !== true)
    .map(([name, mode]) => ({
      name: variantName(name),
      viewport: viewportOf(mode['viewport'], namedViewports),
      media,
      globals: globalsOf(mode),
    }))
  const fromWidths = (widths ?? []).map((width) => ({
    name: `${Math.round(width)}px`,
    viewport: { ...usualViewport, width: Math.round(width) },
    media,
    globals: '',
  }))
  // They are told apart by their names.
  const byName = new Map<string, Variant>()
  for (const variant of [...fromModes, ...fromWidths])
    if (!byName.has(variant.name)) byName.set(variant.name, variant)
  const variants = [...byName.values()].slice(0, maxPictureVariants)
  return variants.length > 0 ? variants : [{ ...usualVariant, media }]
}

/** As the portal stores it: whole characters, and none that nobody sees. */
const variantName = (said: string) =>
  said
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, maxLength.variantName)
    .replace(/[\uD800-\uDBFF]$/, '')

/** A width, a size, or the name of one of the storybook's viewports. */
function viewportOf(said: unknown, named: Record<string, unknown>): Viewport {
  const [width, height] = sidesOf(said, named)
  return {
    width: Math.round(width ?? usualViewport.width),
    height: Math.round(height ?? usualViewport.height),
  }
}

function sidesOf(said: unknown, named: Record<string, unknown>): (number | undefined)[] {
  if (typeof said === 'string' && Object.hasOwn(named, said)) {
    const { styles } = Object(named[said]) as { styles?: unknown }
    const { width, height } = Object(styles) as { width?: unknown; height?: unknown }
    return [pixelsOf(width), pixelsOf(height)]
  }
  if (typeof said === 'object' && said !== null) {
    const { width, height } = said as { width?: unknown; height?: unknown }
    return [pixelsOf(width), pixelsOf(height)]
  }
  return [pixelsOf(said)]
}

/** From `320` or `"320px"`. */
function pixelsOf(said: unknown): number | undefined {
  const number = typeof said === 'string' ? Number(/^(\d+)(?:px)?$/.exec(said)?.[1]) : said
  const { success, data } = side.safeParse(number)
  return success ? data : undefined
}

/** What else a mode sets are globals; Storybook takes these characters in an address. */
function globalsOf(mode: Record<string, unknown>): string {
  return Object.entries(mode)
    .filter(([name, value]) => name !== 'viewport' && name !== 'disable' && isGlobal(name, value))
    .map(([name, value]) => `${name}:${String(value)}`)
    .join(';')
}

const isGlobal = (name: string, value: unknown) =>
  /^[\w-]{1,50}$/.test(name) && /^(?:[\w -]{1,50}|!true|!false)$/.test(String(value))
