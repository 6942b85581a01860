import * as z from 'zod/mini'

import { bytes, endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { Sha256 } from './pictures.ts'
import { exactText } from './text.ts'

/** The calls of the camera, the program that takes pictures of stories. It has no other access to the portal. */

/** Ways to show a story: widths, themes. */
export const maxPictureVariants = 4
export const maxPictureBytes = 8e6
export const maxPictureSide = 8000
export const maxPicturePixels = 2560 * 8000
/** Of the longer side, in CSS pixels: on screens with twice the resolution, a thumbnail has twice as many. */
export const thumbnailSide = 320
export const maxThumbnailBytes = 2e6
/** The largest body of a delivery: Base64 takes a third more. */
export const maxDeliveryBytes = 40e6
export const maxDelivered = 200

const StoryId = exactText.check(z.minLength(1), z.maxLength(maxLength.storyId))

/** What a picture depends on besides the story: browser, flags, fonts, processor. Pictures of others are not compared. */
export const Environment = exactText.check(z.minLength(1), z.maxLength(200))

const side = z.int().check(z.minimum(1), z.maximum(maxPictureSide))

/** The bytes are untrusted: whoever controls the browser decides on them. */
export const Picture = z.object({
  mediaType: z.enum(['image/png', 'image/webp']),
  width: side,
  height: side,
  base64: z.base64().check(z.maxLength(Math.ceil(maxPictureBytes / 3) * 4)),
})
export type Picture = z.infer<typeof Picture>

/** Which of the two versions of a comparison; thumbnails are of `after`. */
export const Side = z.enum(['before', 'after'])
export type Side = z.infer<typeof Side>

const Variant = exactText.check(z.maxLength(maxLength.variantName))

/** A picture of `before` that the portal has already. */
const KnownPicture = z.object({ variant: Variant, sha256: Sha256 })

export const ThumbnailsJob = z.object({
  kind: z.literal('thumbnails'),
  id: z.string(),
  stories: z.array(StoryId),
})

export const ComparisonJob = z.object({
  kind: z.literal('comparison'),
  id: z.string(),
  stories: z.array(
    z.object({
      /** In the version after. */
      id: StoryId,
      /** In the version before. */
      idBefore: StoryId,
      /** Empty unless all its pictures are known. */
      before: z.array(KnownPicture),
      /** Variants that an earlier attempt has delivered: only the others are taken. */
      delivered: z.optional(z.array(Variant)),
    }),
  ),
})

export const CameraJob = z.discriminatedUnion('kind', [ThumbnailsJob, ComparisonJob])
export type CameraJob = z.infer<typeof CameraJob>

/** An id is for one attempt: when another camera takes the job over, it no longer exists. */
const JobParams = z.object({ job: exactText.check(z.maxLength(64)) })

export const takeCameraJob = endpoint({
  method: 'POST',
  path: '/api/v1/camera/jobs',
  summary: 'For the camera: the next pictures to take; null if there are none',
  access: 'camera',
  body: z.object({ environment: Environment }),
  reply: z.nullable(CameraJob),
})

export const getCameraFile = endpoint({
  method: 'GET',
  path: '/api/v1/camera/jobs/:job/:side/files/*',
  summary: 'For the camera: a file of the build, as it was uploaded',
  access: 'camera',
  params: z.extend(JobParams, { side: Side, '*': z.string().check(z.maxLength(2000)) }),
  reply: bytes,
})

export const getKnownPicture = endpoint({
  method: 'GET',
  path: '/api/v1/camera/jobs/:job/pictures/:sha256',
  summary: 'For the camera: a picture that the portal has already, to compare it',
  access: 'camera',
  params: z.extend(JobParams, { sha256: Sha256 }),
  reply: bytes,
})

/** Why there is no picture. */
export const NoPictureReason = z.enum(['failed', 'skipped', 'missing'])
export type NoPictureReason = z.infer<typeof NoPictureReason>

const Taken = z.union([
  z.object({ sha256: Sha256 }),
  z.object({ picture: Picture }),
  z.object({ none: NoPictureReason }),
])
export type Taken = z.infer<typeof Taken>

const count = z.int().check(z.minimum(0), z.maximum(maxPictureSide * maxPictureSide))

export const Thumbnail = z.object({
  kind: z.literal('thumbnail'),
  story: StoryId,
  /** For screens of one and two pixels per CSS pixel; null if there is no picture. */
  pictures: z.nullable(z.object({ single: Picture, double: Picture })),
})

export const ComparedStory = z.object({
  kind: z.literal('compared'),
  story: StoryId,
  variant: Variant,
  /** How many variants the story has: it is not compared before all of them are. */
  variants: z.optional(z.int().check(z.minimum(1), z.maximum(maxPictureVariants))),
  before: Taken,
  after: Taken,
  /** Two takes of the same version were not the same. */
  isUnstable: z.boolean(),
  /** Null where the pictures are the same, or one is missing. */
  difference: z.nullable(
    z.object({
      pixels: count,
      visiblePixels: count,
      /** What the story itself calls too little to matter. */
      isBarelyVisible: z.boolean(),
      picture: Picture,
    }),
  ),
})
export type ComparedStory = z.infer<typeof ComparedStory>

/**
 * How an attempt ended. `stopped`: by the camera itself, or because Chromium does not work there. A limit that was exceeded is
 * the build's fault. `crashed`: Chromium ended by itself with this build, and shows an ordinary page.
 */
export const JobEnd = z.enum([
  'done',
  'failed',
  'stopped',
  'crashed',
  'memory',
  'processes',
  'disk',
  'time',
  'messages',
])
export type JobEnd = z.infer<typeof JobEnd>

export const deliverPictures = endpoint({
  method: 'POST',
  path: '/api/v1/camera/jobs/:job/pictures',
  summary: 'For the camera: pictures that were taken, or none to keep the job',
  access: 'camera',
  params: JobParams,
  maxBodyBytes: maxDeliveryBytes,
  body: z.object({
    results: z
      .array(z.discriminatedUnion('kind', [Thumbnail, ComparedStory]))
      .check(z.maxLength(maxDelivered)),
    end: z.nullable(JobEnd),
  }),
})
