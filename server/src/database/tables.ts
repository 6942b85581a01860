import type { KeyScope } from '@plinth/contract/api-keys.ts'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import type { Member } from '@plinth/contract/members.ts'
import type { RetentionRule } from '@plinth/contract/retention.ts'
import type { Role } from '@plinth/contract/roles.ts'
import type { ResultKind } from '@plinth/contract/search.ts'
import type { BuildFacts, ChangeSummary, StorybookIcon } from '@plinth/contract/storybooks.ts'
import type { Baseline } from '@plinth/contract/versions.ts'
import type { Webhook, WebhookDelivery, WebhookFormat, WebhookPayload } from '@plinth/contract/webhooks.ts'
import type { ColumnType, Generated, RawBuilder } from 'kysely'

import type { PictureTables } from './picture-tables.ts'

/** Filled by the database, readable afterwards. */
type CreatedAt = ColumnType<Date, never, never>
type Json = ColumnType<unknown, string, string>
/** Never changed once written. */
type Fixed<T> = ColumnType<T, T, never>

/** What changed since the version before it on its branch. */
export interface VersionChanges extends ChangeSummary {
  /** Components that were added, or whose stories or props changed, by id. */
  components: Record<string, 'added' | 'changed'>
}

/** What an event tells, without the addresses of pages and the account's name, which are added when it is sent. */
export interface EventData {
  actor: WebhookPayload['data']['actor']
  storybook?: { publicId: string; title: string }
  version?: Omit<NonNullable<WebhookPayload['data']['version']>, 'url' | 'baseline'> & {
    baseline?: Baseline | null
  }
  release?: WebhookPayload['data']['release']
  comment?: WebhookPayload['data']['comment']
  review?: WebhookPayload['data']['review']
  member?: WebhookPayload['data']['member']
}

/** What a change was about, as it was then. */
export interface EntryTopic {
  storybook: NonNullable<AuditEntry['storybook']>
  version?: NonNullable<AuditEntry['version']>
}

/** See migration 0021. */
export type CompositionKind = 'addresses' | 'allowedPage' | 'viewer'

export interface Tables extends PictureTables {
  users: {
    id: Generated<number>
    tenant_id: string
    object_id: string
    display_name: string
    email: string
    last_login_at: Date | null
    created_at: CreatedAt
  }
  accounts: {
    id: Generated<number>
    public_id: string
    name: string
    microsoft_tenant_id: string | null
    storage_limit_bytes: Generated<number | null>
    allows_share_links: Generated<boolean>
    viewers_may_compose: Generated<boolean>
    created_at: CreatedAt
  }
  memberships: {
    account_id: number
    user_id: number
    role: Role
    status: Generated<Member['status']>
    display_name: string | null
    email: string | null
    created_at: CreatedAt
  }
  storybooks: {
    id: Generated<number>
    public_id: string
    account_id: number
    title: string
    description: string | null
    main_branch: Generated<string | null>
    default_branch: Generated<string | null>
    has_automatic_main_branch: Generated<boolean | null>
    folder: Generated<string | null>
    version_count: Generated<number>
    last_updated_at: Date | null
    summed_bytes: Generated<number>
    summed_up_to: Generated<number>
    summed_pictures_up_to: Generated<number>
    requires_review: Generated<boolean>
    outdated_baselines: Generated<string | null>
    deleted_at: Date | null
    deleted_by: Generated<string | null>
    purged_at: Generated<Date | null>
    created_at: CreatedAt
  }
  storybooks_of_people: {
    user_id: number
    storybook_id: number
    is_favourite: Generated<boolean>
    viewed_at: Date | null
    seen_up_to: Date | null
  }
  versions: {
    id: Generated<number>
    public_id: string
    storybook_id: number
    created_at: Date
    created_by_user_id: number | null
    created_by_key_name: string | null
    message: string | null
    branch: string | null
    commit_id: string | null
    build_url: string | null
    zip_sha256: Buffer
    zip_bytes: number
    unpacked_bytes: number
    file_count: number
    kind: BuildFacts['kind']
    story_count: number | null
    component_count: number | null
    storybook_version: string | null
    framework: string | null
    release: Generated<string | null>
    is_pinned: Generated<boolean>
    needs_pack: Generated<boolean>
    deleted_at: Date | null
    deleted_by: Generated<string | null>
    deleted_by_rule: ColumnType<RetentionRule | null, string | null | undefined, string | null>
    purged_at: Generated<Date | null>
    target_branch: Generated<string | null>
    ancestors: Generated<number[]>
  }
  retention_rules: {
    account_id: number
    keep_newest: number | null
    inactive_days: number | null
  }
  retention_exceptions: {
    storybook_id: number
    keep_newest: number | null
    inactive_days: number | null
  }
  archive_indexes: {
    version_id: number
    index: Buffer
    blocks: Buffer | null
  }
  packs: {
    version_id: number
    attempts: Generated<number>
    started_at: Generated<Date>
    made_at: Date | null
    blob_key: string | null
    bytes: number | null
    sha256: Buffer | null
    index: Buffer | null
  }
  version_contents: {
    version_id: number
    format: number
    attempts: Generated<number>
    started_at: Generated<Date>
    read_at: Date | null
    contents: Buffer | null
    needs_comparison: Generated<boolean>
    compared_with: number | null
    changes: ColumnType<VersionChanges | null, string | null, string | null>
  }
  catalogues: {
    storybook_id: number
    account_id: number
    version_id: number | null
    format: number
    tags: string[]
    words: string[]
    revision: number
    main_components: Generated<string[]>
    /** The version whose favicon and main components the storybook's card shows; null if they are to be read again. */
    face_of: Generated<number | null>
  }
  storybook_icons: {
    storybook_id: number
    source: StorybookIcon['source']
    sha256: Buffer
    media_type: StorybookIcon['mediaType']
    bytes: Buffer
  }
  catalogue_entries: {
    id: Generated<number>
    account_id: number
    storybook_id: number
    kind: ResultKind
    entry_id: string | null
    name: string
    title: string
    description: string | null
    tags: string[]
    story_count: number | null
    prop_count: number | null
    words: string
  }
  publish_answers: {
    storybook_id: number
    idempotency_key: string
    answer: Json
    created_at: CreatedAt
  }
  used_viewer_tickets: {
    id: string
    expires_at: Date
  }
  share_links: {
    id: Generated<number>
    storybook_id: number
    version_id: number | null
    branch: string | null
    secret_sha256: Buffer
    note: string | null
    created_by_user_id: number | null
    created_at: CreatedAt
    expires_at: Date
    opened_count: Generated<number>
    last_opened_at: Date | null
  }
  compositions: {
    id: Generated<number>
    account_id: number
    kind: CompositionKind
    origin: string
    api_key_id: number | null
    user_id: number | null
    created_at: CreatedAt
    expires_at: Date
  }
  composition_storybooks: {
    composition_id: number
    storybook_id: number
  }
  composition_devices: {
    device_sha256: Buffer
    composition_id: number
    expires_at: Date
  }
  invitations: {
    id: Generated<number>
    account_id: number
    email: string
    display_name: string
    role: Role
    code_sha256: Buffer
    code_preview: string
    created_at: CreatedAt
    expires_at: Date
    used_at: Date | null
    used_by_user_id: number | null
    deleted_at: Date | null
    /** Of invitations from before migration 0040, nobody. */
    invited_by: string | null
  }
  api_keys: {
    id: Generated<number>
    account_id: number
    name: string
    key_sha256: Buffer
    key_preview: string
    created_at: CreatedAt
    created_by_user_id: number | null
    expires_at: Date
    last_used_at: Date | null
    scope: Generated<KeyScope>
  }
  api_key_storybooks: {
    api_key_id: number
    storybook_id: number
  }
  audit_entries: {
    id: Generated<number>
    at: CreatedAt
    action: Fixed<string>
    subject: Fixed<string>
    actor_kind: Fixed<AuditEntry['actorKind']>
    actor: Fixed<string>
    actor_id: Fixed<number | null>
    address: Fixed<string | null>
    account_id: Fixed<number | null>
    account_public_id: Fixed<string | null>
    account_name: Fixed<string | null>
    about: ColumnType<EntryTopic | null, RawBuilder<EntryTopic | null> | null, never>
  }
  subscriptions: {
    id: Generated<number>
    external_id: string
    account_id: number | null
    name: string
    offer_id: string
    plan_id: string
    quantity: number | null
    status: string
    created_at: Generated<Date>
    updated_at: Generated<Date>
    revision: Generated<number>
  }
  marketplace_operations: {
    id: string
    subscription_external_id: string
    action: string
    payload: Json
    received_at: CreatedAt
    settled_at: Date | null
  }
  webhooks: {
    id: Generated<number>
    account_id: number
    name: string
    url: string
    format: WebhookFormat
    events: string[]
    secret: string
    previous_secret: string | null
    previous_secret_until: Date | null
    created_at: CreatedAt
    failing_since: Date | null
    paused_at: Date | null
    pause_reason: Webhook['pauseReason']
    dropped_count: Generated<number>
    next_attempt_at: Generated<Date>
    claim: Generated<number>
  }
  webhook_events: {
    id: Generated<number>
    public_id: string
    account_id: number
    type: WebhookPayload['type']
    data: ColumnType<EventData, string, never>
    created_at: Generated<Date>
  }
  webhook_deliveries: {
    id: Generated<number>
    webhook_id: number
    event_id: number
    created_at: CreatedAt
    state: Generated<WebhookDelivery['state']>
    attempts: Generated<number>
    attempted_at: Date | null
    status: number | null
    failure: WebhookDelivery['failure']
    duration_ms: number | null
    response: string | null
  }
  duties: {
    name: string
    done_at: Date | null
  }
  call_counts: {
    name: string
    minute: number
    calls: number
  }
  agent_calls: {
    id: Generated<number>
    account_id: number
    day: Fixed<string>
    api_key_id: number | null
    user_id: number | null
    client: string | null
    calls: number
  }
  generated_secrets: {
    name: string
    value: Json
    created_at: CreatedAt
  }
  signing_keys: {
    name: string
    generation: number
    value: Json
    signs_from: Generated<Date>
    accepted_until: Date | null
  }
  identity_people: {
    object_id: string
    tenant_id: string
    organisation: string
    display_name: string
    email: string
    created_at: CreatedAt
  }
  emulated_subscriptions: {
    id: Generated<string>
    name: string
    plan_id: string
    quantity: number
    status: Generated<string>
    organisation: string
    tenant_id: string
    email: string
    created_at: CreatedAt
    modified_at: ColumnType<Date, never, Date>
  }
  emulated_landing_tokens: {
    token_sha256: Buffer
    subscription_id: string
    expires_at: Date
  }
  emulated_operations: {
    id: Generated<string>
    subscription_id: string
    action: string
    plan_id: string
    quantity: number
    status: string
    created_at: CreatedAt
    attempts: Generated<number>
    next_attempt_at: ColumnType<Date | null, never, Date | null>
  }
  emulated_deliveries: {
    id: Generated<number>
    operation_id: string
    at: CreatedAt
    status: number | null
  }
  identity_records: {
    model: string
    id: string
    payload: Json
    grant_id: string | null
    uid: string | null
    consumed_at: Date | null
    expires_at: Date | null
  }
  connected_agents: {
    id: Generated<number>
    account_id: number
    user_id: number
    client_id: string
    client_name: string | null
    client_host: string | null
    redirect_host: string | null
    grant_id: string
    created_at: CreatedAt
    last_used_at: Date | null
  }
}
