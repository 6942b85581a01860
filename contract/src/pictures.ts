import * as z from 'zod/mini'

import { AccountParams, PublicId } from './accounts.ts'
import { endpoint, longBodyBytes } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { StorybookParams } from './storybooks.ts'
import { exactText } from './text.ts'

/** Pictures are files of the account, on a host of their own: `{baseUrl}/{sha256}`, for those with a session there. */
export const openPictures = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/pictures/session',
  summary: 'Get a ticket that starts or extends a session for the pictures of an account',
  access: 'member',
  action: 'view',
  params: AccountParams,
  reply: z.object({
    baseUrl: z.string(),
    /** POST `{"ticket": …}` here, with credentials, to get the session cookie. */
    ticketUrl: z.string(),
    ticket: z.string(),
    /** How long the session lasts; refresh it before that. */
    sessionSeconds: z.int(),
  }),
})

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'A SHA-256 hash has 64 hexadecimal digits'))

/** A file below the `baseUrl` of pictures. Its address changes with its bytes, which may be cached for good. */
export const PictureFile = z.object({ sha256: z.string(), width: z.int(), height: z.int() })
export type PictureFile = z.infer<typeof PictureFile>

/** For screens of one and two pixels per CSS pixel. */
export const ThumbnailFiles = z.object({ single: PictureFile, double: PictureFile })
export type ThumbnailFiles = z.infer<typeof ThumbnailFiles>

export const maxThumbnails = 200

/** What a thumbnail is wanted of: a story, a component, or, without an id, a whole version. */
export const ThumbnailOf = z.object({
  version: PublicId,
  id: z.optional(exactText.check(z.minLength(1), z.maxLength(500))),
})
export type ThumbnailOf = z.infer<typeof ThumbnailOf>

/** `none`: there will be none for now, because no camera runs or the story cannot be shown. */
export const PictureState = z.enum(['ready', 'waiting', 'none'])
export type PictureState = z.infer<typeof PictureState>

/** What a picture that is `waiting` waits for: that the version has been read, or that the camera comes to it. */
export const WaitsFor = z.enum(['reading', 'camera'])
export type WaitsFor = z.infer<typeof WaitsFor>

export const FoundThumbnail = z.object({
  state: PictureState,
  waitsFor: z.nullable(WaitsFor),
  files: z.nullable(ThumbnailFiles),
  /** Which story it shows. */
  story: z.nullable(z.string()),
  /** Whether somebody chose that story for the storybook or the component. */
  isChosen: z.boolean(),
})
export type FoundThumbnail = z.infer<typeof FoundThumbnail>

export const findThumbnails = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/pictures/thumbnails',
  summary: 'Small pictures of stories, components or whole versions, in the order that they are asked for',
  access: 'member-or-key',
  action: 'view',
  params: AccountParams,
  body: z.object({ of: z.array(ThumbnailOf).check(z.maxLength(maxThumbnails)) }),
  maxBodyBytes: longBodyBytes,
  reply: z.array(FoundThumbnail),
})

/** What one story's picture can stand for. */
export const PictureSubject = z.enum(['storybook', 'component'])
export type PictureSubject = z.infer<typeof PictureSubject>

export const choosePicture = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/picture',
  summary: 'Choose the story whose picture stands for a storybook or for its component, or no longer',
  access: 'member',
  action: 'editStorybooks',
  params: StorybookParams,
  body: z.object({
    of: PictureSubject,
    story: exactText.check(z.minLength(1), z.maxLength(maxLength.storyId)),
    isChosen: z.boolean(),
  }),
})

/**
 * How a story looks, compared with before:
 * - `different`, `same`: its pictures differ, or not
 * - `broken`: it was shown before and fails now; `repaired`: the other way round
 * - `unstable`: it looks different each time, so nothing can be said
 * - `skipped`: its parameters say that no pictures are to be taken; `failed`: there is no picture of either version
 */
export const Verdict = z.enum(['different', 'same', 'broken', 'repaired', 'unstable', 'skipped', 'failed'])
export type Verdict = z.infer<typeof Verdict>

/** Those that a person should look at. */
export const noteworthy: ReadonlySet<Verdict> = new Set(['different', 'broken', 'repaired'])

export const Decision = z.enum(['accepted', 'rejected'])
export type Decision = z.infer<typeof Decision>

export const StoryReview = z.object({
  decision: Decision,
  comment: z.nullable(z.string()),
  by: z.string(),
  isMine: z.boolean(),
  at: z.iso.datetime(),
})
export type StoryReview = z.infer<typeof StoryReview>

export const ComparedPictures = z.object({
  story: z.string(),
  /** Of the component. */
  title: z.string(),
  name: z.string(),
  /** The name of a width or a mode, where a story has several; otherwise empty. */
  variant: z.string(),
  verdict: Verdict,
  before: z.nullable(PictureFile),
  after: z.nullable(PictureFile),
  difference: z.nullable(PictureFile),
  /** How many pixels differ, and how many of those a person would notice. */
  pixels: z.nullable(z.int()),
  visiblePixels: z.nullable(z.int()),
  /** Less than the story itself says matters. */
  isBarelyVisible: z.boolean(),
  /** What somebody decided about this picture on this branch; null where nobody has, or where it has changed since. */
  review: z.nullable(StoryReview),
})
export type ComparedPictures = z.infer<typeof ComparedPictures>

/**
 * How many stories look how. Of those that look different, each is rejected, accepted or to review: rejected with one rejected
 * picture, accepted with all of its pictures.
 */
export const PictureCounts = z.object({
  /** Stories that changed in code, or may have. */
  changedInCode: z.int(),
  /** How many of those have been compared so far: nothing is known of the others. */
  compared: z.int(),
  lookDifferent: z.int(),
  lookSame: z.int(),
  unstable: z.int(),
  /** Stories of which nobody can tell how they look now: unstable, without pictures, or no longer to be photographed. */
  notSeen: z.int(),
  /**
   * Stories that changed in code, or may have, and are not compared, because there are too many. Null if not all stories of the
   * two versions are known, so nobody can tell.
   */
  leftOut: z.nullable(z.int()),
  toReview: z.int(),
  accepted: z.int(),
  rejected: z.int(),
})
export type PictureCounts = z.infer<typeof PictureCounts>

/**
 * Why no pictures are taken at the moment:
 * - `noCamera`: no camera has been set up, or the portal takes no pictures; `cameraGone`: there was one, and none is running
 * - `storageFull`, `dailyLimit`: the account has no room for pictures, or had as many as it gets in a day
 * - `buildsEnded`: its builds used too much or crashed too often today
 * - `manyWaiting`: too many comparisons of the account wait already
 * - `notRead`: one of the two versions has not been read yet, or cannot be
 */
export const Obstacle = z.enum([
  'noCamera',
  'cameraGone',
  'storageFull',
  'dailyLimit',
  'buildsEnded',
  'manyWaiting',
  'notRead',
])
export type Obstacle = z.infer<typeof Obstacle>

/**
 * Why nobody tries any more to take the pictures: what changed could not be found out (`notPlanned`), they did not fit into
 * the account's storage, the build crashed the browser or used too much of it, or the camera failed.
 */
export const GaveUpBecause = z.enum(['notPlanned', 'storageFull', 'crashed', 'tooMuch', 'cameraFailed'])
export type GaveUpBecause = z.infer<typeof GaveUpBecause>

export const PictureComparison = z.object({
  /** `none` where no pictures were asked for, `waiting` while they are taken, `failed` if that did not work. */
  state: z.enum(['none', 'waiting', 'ready', 'failed']),
  /** Whether a camera is running. */
  hasCamera: z.boolean(),
  /** Null if nothing is left to take, or a camera is about to. */
  obstacle: z.nullable(Obstacle),
  /** Of what has `failed`. */
  gaveUpBecause: z.nullable(GaveUpBecause),
  /** Whether the storybook wants somebody to decide about what looks different. */
  requiresReview: z.boolean(),
  counts: PictureCounts,
  stories: z.array(ComparedPictures),
})
export type PictureComparison = z.infer<typeof PictureComparison>

const ComparisonQuery = z.object({
  /** By default the baseline of `to`. */
  from: z.optional(PublicId),
  /** By default the newest version. */
  to: z.optional(PublicId),
})

export const getComparedPictures = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/compare/pictures',
  summary: 'What the stories that changed looked like before and look like now',
  access: 'member-or-key',
  action: 'view',
  params: StorybookParams,
  query: ComparisonQuery,
  reply: PictureComparison,
})

export const requestComparedPictures = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/Storybooks/:storybook/compare/pictures',
  summary: 'Have pictures taken of what changed between two versions, if there are none yet',
  access: 'member-or-key',
  action: 'view',
  params: StorybookParams,
  query: ComparisonQuery,
  reply: PictureComparison,
})
