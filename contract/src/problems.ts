import { archiveProblems } from './archive-problems.ts'
import type { Role } from './roles.ts'

/**
 * Every problem the API answers with: a stable code, its HTTP status and a default detail, for when the code that
 * raises it has nothing more specific to say. The title depends on the status only.
 */
const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
} as const

export type ProblemStatus = keyof typeof titles

interface ProblemKind {
  status: ProblemStatus
  detail: string
}

export const problems = {
  bad_request: { status: 400, detail: 'The request could not be understood.' },
  invalid_input: { status: 400, detail: 'Some of the values sent are not valid.' },
  unauthenticated: { status: 401, detail: 'Sign in and send a bearer access token.' },
  token_invalid: { status: 401, detail: 'The access token is not valid for this portal.' },
  token_expired: { status: 401, detail: 'The access token has expired. Please sign in again.' },
  agent_token_invalid: {
    status: 401,
    detail: 'This access token does not allow reading this account: it has expired, or was revoked.',
  },
  key_invalid: { status: 401, detail: 'This API key is not valid: it is mistyped, deleted or expired.' },
  key_in_address: {
    status: 400,
    detail: 'URLs end up in logs. Send the key in the X-API-Key header, and replace the key you just sent.',
  },
  nothing_to_review: {
    status: 409,
    detail: 'None of these stories looks different, so there is nothing to decide.',
  },
  not_the_baseline: {
    status: 409,
    detail:
      'Decisions are made where a version is compared with what it is based on, because they say whether it may be merged. Open that comparison to decide.',
  },
  decided_by_others: {
    status: 409,
    detail:
      'Somebody else has decided since you looked. Load the page again to see who and what, and decide then.',
  },
  decided_on_newer_version: {
    status: 409,
    detail:
      'A decision about this story has been made in a newer version of the branch, where it looks different. Open that version to decide.',
  },
  picture_replaced: {
    status: 409,
    detail: 'This story has a new picture since you looked at it. Look at the new one, and decide then.',
  },
  too_many_comments: {
    status: 409,
    detail: 'This version has as many comments as it can have. Delete some, or comment on a newer version.',
  },
  key_not_allowed: {
    status: 403,
    detail: 'API keys can only publish and read. Sign in to do this.',
  },
  key_lacks_publish: {
    status: 403,
    detail: 'This API key can only read. Use a key that may publish.',
  },
  key_lacks_storybook: {
    status: 403,
    detail: 'This API key may publish to chosen storybooks only, and this is not one of them.',
  },
  key_lacks_all_storybooks: {
    status: 403,
    detail:
      'This API key may publish to chosen storybooks only. Creating storybooks needs a key that may publish to all.',
  },
  work_account_required: {
    status: 403,
    detail: 'Personal accounts cannot be used here. Sign in with a work or school account.',
  },
  scope_missing: { status: 403, detail: 'The access token lacks the scope this API requires.' },
  forbidden: { status: 403, detail: 'You are not allowed to do this.' },
  owner_required: { status: 403, detail: 'Only an Owner of the account can do this.' },
  role_not_allowed: {
    status: 403,
    detail: 'Your role in this account does not allow this. An Owner can change your role.',
  },
  not_found: { status: 404, detail: 'This does not exist, or you have no access to it.' },
  method_not_allowed: { status: 405, detail: 'This address does not support that method.' },
  conflict: { status: 409, detail: 'This conflicts with something that already exists.' },
  release_taken: { status: 409, detail: 'Another version of this storybook has that release name.' },
  nothing_to_compare: {
    status: 404,
    detail:
      'Nothing was published before this version that it could be compared with. Choose the versions to compare.',
  },
  version_ambiguous: { status: 409, detail: 'Several versions begin like this. Give more of the id.' },
  commit_ambiguous: { status: 409, detail: 'Several commits begin like this. Give more of it.' },
  contents_too_complex: {
    status: 409,
    detail:
      'What is inside this build takes too long to work on, so it cannot be listed or compared. The build can still be viewed.',
  },
  body_too_large: { status: 413, detail: 'The request body is too large.' },
  media_type: { status: 415, detail: 'Send the request body as application/json.' },
  form_invalid: { status: 400, detail: 'Send a multipart form with the zip in its File part.' },
  upload_too_large: { status: 413, detail: 'The zip is larger than this portal accepts.' },
  account_storage_full: {
    status: 413,
    detail: 'The account has no room for this upload. Delete versions, or ask for a higher limit.',
  },
  misdirected: { status: 421, detail: 'This server does not serve that host name.' },
  payment_required: {
    status: 402,
    detail:
      'The subscription of this account is suspended or has ended, so nothing can be published. Viewing still works.',
  },
  account_not_empty: {
    status: 409,
    detail: 'The account still has storybooks, other members or subscriptions.',
  },
  purchase_invalid: {
    status: 400,
    detail: 'This setup link is no longer valid. Start the setup again from the marketplace.',
  },
  purchase_of_another_tenant: {
    status: 403,
    detail:
      'This purchase was made for another organisation. Sign in with the work account it was bought for.',
  },
  subscription_ended: {
    status: 409,
    detail: 'This subscription is suspended or cancelled, so no account can be set up with it.',
  },
  marketplace_unavailable: { status: 502, detail: 'The marketplace does not answer. Try again shortly.' },
  webhook_refused: { status: 401, detail: 'This message is not from the marketplace.' },
  account_has_owner: {
    status: 409,
    detail: 'This account has an Owner, who can invite others.',
  },
  member_ambiguous: {
    status: 409,
    detail: 'People of several tenants have this object id. Name the tenant, too.',
  },
  already_member: { status: 409, detail: 'This person already has access to the account.' },
  last_owner: {
    status: 409,
    detail: 'This is the last Owner of the account. Make somebody else an Owner first.',
  },
  no_tenant: {
    status: 409,
    detail: 'This account has no tenant, so people can only join by invitation.',
  },
  invitation_unknown: { status: 404, detail: 'There is no such invitation. Ask for a new link.' },
  invitation_used: { status: 409, detail: 'This invitation has already been used. Ask for a new link.' },
  invitation_deleted: { status: 410, detail: 'This invitation has been withdrawn. Ask for a new link.' },
  invitation_expired: { status: 410, detail: 'This invitation has expired. Ask for a new link.' },
  consent_required: {
    status: 409,
    detail:
      'This invitation is from another organisation. Its members will see your name, e-mail address and ids. Send accept: true to join.',
  },
  share_links_forbidden: {
    status: 403,
    detail: 'This account does not allow share links. An Owner can allow them in Settings.',
  },
  too_many_share_links: {
    status: 409,
    detail: 'This storybook has too many share links. Revoke some first.',
  },
  composition_unavailable: {
    status: 409,
    detail:
      'Storybooks cannot be composed on this portal, because all its versions share one host. Its operator can change that.',
  },
  compositions_forbidden: {
    status: 403,
    detail:
      'This account allows neither share links nor addresses for composing Storybooks. An Owner can allow them in Settings.',
  },
  composition_not_allowed: {
    status: 403,
    detail:
      'Viewers get no addresses for composing Storybooks in this account. An Owner can allow it in Settings.',
  },
  composition_needs_member: {
    status: 403,
    detail:
      'The person who created this API key is no longer a member of the account. Use a key that a member has created.',
  },
  composed_storybook_unknown: { status: 404, detail: 'The account has no storybook with this id or title.' },
  composed_storybook_ambiguous: {
    status: 409,
    detail: 'Several storybooks have this title. Name the storybook by its id.',
  },
  composed_version_unknown: { status: 404, detail: 'The storybook has no such version.' },
  too_many_compositions: {
    status: 409,
    detail:
      'This account has too many compositions. Wait until some have expired, or revoke them in Settings.',
  },
  too_many_compositions_of_person: {
    status: 409,
    detail:
      'You, or the person who created this API key, have too many compositions in this account. Wait until some have expired, or revoke them.',
  },
  page_request_expired: {
    status: 410,
    detail:
      'This request is no longer valid. Go back to the page that shows the storybooks, and sign in there again.',
  },
  too_many_allowed_pages: {
    status: 409,
    detail: 'You have allowed too many pages. Revoke some of them first.',
  },
  agent_request_expired: {
    status: 410,
    detail: 'This request has expired, or it was made in another browser. Start again in your agent.',
  },
  too_many_connected_agents: {
    status: 409,
    detail: 'You have connected too many agents. Disconnect some of them first, under Connections.',
  },
  share_link_unknown: { status: 404, detail: 'This link no longer works.' },
  last_version: {
    status: 409,
    detail: 'This is the only version. Delete the storybook, or publish another version first.',
  },
  too_many_api_keys: {
    status: 409,
    detail: 'This account has too many API keys, or they have chosen too many storybooks. Delete some first.',
  },
  too_many_invitations: {
    status: 409,
    detail: 'This account has too many open invitations. Delete some, or wait until they are used.',
  },
  too_many_members: { status: 409, detail: 'This account has as many members as it can have.' },
  too_many_picture_requests: {
    status: 429,
    detail: 'You have asked for pictures of too many comparisons. Try again when some of them are there.',
  },
  too_many_storybooks: {
    status: 409,
    detail:
      'This account has as many storybooks as it can have. Delete some, for good in the trash, or ask the operator for a higher limit.',
  },
  too_many_webhooks: { status: 409, detail: 'An account can have at most 20 webhooks. Delete one first.' },
  rate_limited: { status: 429, detail: 'Too many requests. Wait a moment and try again.' },
  too_many_downloads: {
    status: 429,
    detail: 'This account has too many large downloads in progress. Try again shortly.',
  },
  downloads_busy: { status: 503, detail: 'Too many large downloads are in progress. Try again shortly.' },
  internal: { status: 500, detail: 'Something went wrong on our side.' },
  too_many_uploads: {
    status: 429,
    detail: 'This account has too many uploads in progress. Try again shortly.',
  },
  upload_too_slow: {
    status: 408,
    detail: 'The upload was too slow and was stopped. Try again over a faster connection.',
  },
  uploads_busy: { status: 503, detail: 'Too many uploads are in progress. Try again shortly.' },
  storage_full: {
    status: 507,
    detail: 'This portal has run out of storage. Tell its operator.',
  },
  unavailable: {
    status: 503,
    detail: 'A service this portal depends on does not answer. Try again shortly.',
  },
  ...archiveProblems,
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problems

export const titleOf = (status: ProblemStatus): string => titles[status]

export interface FieldError {
  field: string
  message: string
}

/** A problem document (RFC 9457) as this API sends it. */
export interface ProblemDocument extends Partial<InvitationFacts> {
  type: string
  title: string
  status: number
  detail: string
  instance?: string
  code: ProblemCode
  errors?: FieldError[]
}

/** What somebody who must agree first is told about an invitation, with `consent_required`. */
export interface InvitationFacts {
  /** The organisation that sent it. */
  organizationName: string
  /** As what they would join. */
  role: Role
  /** Name and e-mail address of whoever sent it, where that is known. */
  invitedBy: string | null
}
