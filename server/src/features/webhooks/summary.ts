import type { WebhookPayload } from '@plinth/contract/webhooks.ts'

/** An event in a few words, for chats. Plain text: each format escapes it in its own way. */
export interface Summary {
  title: string
  lines: string[]
  link: string
}

type Data = WebhookPayload['data']

type Words = (data: Data) => string

const by =
  (done: string): Words =>
  ({ actor }) =>
    `${done} by ${actor.name}`

/** What happened, and more about it. */
const words: Record<WebhookPayload['type'], { title: Words; detail: Words }> = {
  'version.published': {
    title: ({ storybook }) => `${storybook?.title}: new version`,
    detail: by('Published'),
  },
  'version.deleted': {
    title: ({ storybook }) => `${storybook?.title}: version deleted`,
    detail: by('Deleted'),
  },
  'version.restored': {
    title: ({ storybook }) => `${storybook?.title}: version restored`,
    detail: by('Restored'),
  },
  'release.named': {
    title: ({ storybook, release }) => `${storybook?.title}: release ${release?.name}`,
    detail: by('Named'),
  },
  'storybook.created': {
    title: ({ storybook }) => `New storybook: ${storybook?.title}`,
    detail: by('Created'),
  },
  'storybook.changed': {
    title: ({ storybook }) => `Storybook changed: ${storybook?.title}`,
    detail: by('Changed'),
  },
  'storybook.deleted': {
    title: ({ storybook }) => `Storybook deleted: ${storybook?.title}`,
    detail: by('Deleted'),
  },
  'storybook.restored': {
    title: ({ storybook }) => `Storybook restored: ${storybook?.title}`,
    detail: by('Restored'),
  },
  'story.commented': {
    title: ({ storybook, comment }) => `${storybook?.title}: comment on ${comment?.story}`,
    detail: ({ actor, comment }) => `${actor.name}: ${shorten(comment?.text ?? '')}`,
  },
  'story.reviewed': {
    title: ({ storybook, review }) =>
      `${storybook?.title}: ${describeReviewed(review?.stories ?? 0)} ${review?.decision ?? 'to review again'}`,
    detail: by('Decided'),
  },
  'member.joined': {
    title: ({ member, account }) => `${member?.name} joined ${account.name}`,
    // Not who added them: most have accepted an invitation.
    detail: ({ member }) => `Role: ${member?.role}`,
  },
  'member.removed': {
    title: ({ member, account }) => `${member?.name} was removed from ${account.name}`,
    detail: by('Removed'),
  },
  'webhook.test': { title: ({ account }) => `Test event of ${account.name}`, detail: by('Sent') },
}

export function summaryOf({ type, data }: WebhookPayload): Summary {
  const { title, detail } = words[type]
  return {
    title: title(data),
    lines: [detail(data), ...(data.version ? sourceOf(data.version) : [])],
    link: linkOf(type, data),
  }
}

const maxMessageLength = 300

/** Branch, commit and message of a version. */
function sourceOf({ branch, commit, message }: NonNullable<Data['version']>): string[] {
  const parts = [branch && `branch ${branch}`, commit && `commit ${begin(commit, 8)}`].filter(Boolean)
  return [...(parts.length === 0 ? [] : [`From ${parts.join(', ')}`]), ...(message ? [shorten(message)] : [])]
}

/** None stands for the whole version. */
function describeReviewed(stories: number): string {
  if (stories === 0) return 'a whole version'
  return stories === 1 ? '1 story' : `${stories} stories`
}

const shorten = (text: string) =>
  text.length <= maxMessageLength ? text : `${begin(text, maxMessageLength).trimEnd()}…`

/** Never half an emoji: chats refuse JSON with a lone surrogate, and the webhook would be stuck at this event. */
const begin = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** The page of what it is about; if that is deleted, of what contained it. */
function linkOf(type: WebhookPayload['type'], { account, storybook, version }: Data): string {
  const pages = [account.url, ...(storybook ? [storybook.url] : []), ...(version ? [version.url] : [])]
  return pages.at(type.endsWith('.deleted') ? -2 : -1) ?? account.url
}
