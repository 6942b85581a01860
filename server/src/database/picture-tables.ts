import type { JobEnd, NoPictureReason } from '@plinth/contract/camera.ts'
import type { ColumnType, Generated } from 'kysely'

/** A story to take pictures of; its id in the version before, if that is another one. */
export interface WantedStory {
  id: string
  idBefore: string
  title: string
  name: string
}

/** See migrations 0030, 0038, 0041 and 0043. */
export interface PictureTables {
  pictures: {
    id: Generated<number>
    storybook_id: number
    sha256: Buffer
    media_type: string
    width: number
    height: number
    bytes: number
    blob_key: string
    created_at: ColumnType<Date, never, never>
  }
  picture_jobs: {
    id: Generated<number>
    version_id: number
    before_version_id: number | null
    of_account: ColumnType<number, never, never>
    kind: 'thumbnails' | 'comparison'
    stories: ColumnType<WantedStory[], string, string>
    left_out: Generated<number | null>
    contents_format: Generated<number>
    state: Generated<'waiting' | 'taken' | 'done' | 'failed'>
    environment: Generated<string | null>
    attempt_id: Generated<string | null>
    leased_until: Generated<Date | null>
    attempts: Generated<number>
    /** `storage`: what was delivered did not fit into the account's. */
    ended_as: Generated<JobEnd | 'abandoned' | 'storage' | null>
    created_at: ColumnType<Date, never, never>
    taken_at: Generated<Date | null>
    ended_at: Generated<Date | null>
    requested_by: Generated<string | null>
  }
  story_thumbnails: {
    version_id: number
    story_id: string
    single_id: number | null
    double_id: number | null
    place: Generated<number | null>
  }
  chosen_pictures: {
    storybook_id: number
    component_id: string
    story_id: string
  }
  story_comparisons: {
    job_id: number
    version_id: number
    story_id: string
    variant: string
    variants: Generated<number | null>
    before_id: number | null
    after_id: number | null
    before_none: NoPictureReason | null
    after_none: NoPictureReason | null
    is_unstable: boolean
    pixels: number | null
    visible_pixels: number | null
    is_barely_visible: Generated<boolean>
    difference_id: number | null
  }
  cameras: {
    environment: string
    seen_at: Generated<Date>
  }
  picture_counts: {
    account_id: number
    day: ColumnType<string, string, never>
    pictures: Generated<number>
    limits_exceeded: Generated<number>
  }
  story_reviews: {
    storybook_id: number
    branch: string
    story_id: string
    variant: string
    sha256: Buffer | null
    before_sha256: Buffer | null
    decision: 'accepted' | 'rejected'
    comment: string | null
    decided_by: string
    user_id: number | null
    decided_at: Generated<Date>
  }
  version_reviews: {
    version_id: number
    baseline_id: number | null
    decision: 'accepted' | 'rejected'
    comment: string | null
    decided_by: string
    user_id: number | null
    decided_at: Generated<Date>
  }
  story_comments: {
    id: Generated<number>
    storybook_id: number
    version_id: number
    story_id: string
    parent_id: number | null
    user_id: number | null
    author: string
    body: string
    created_at: ColumnType<Date, never, never>
    resolved_at: Generated<Date | null>
    resolved_by: Generated<string | null>
    deleted_at: Generated<Date | null>
  }
}
