import type { WebhookPayload } from '@plinth/contract/webhooks.ts'

/** An event in a few words, for chats. Plain text: each format escapes it in its own way. */
export interface Summary {
  title: string
  lines: string[]
  link: string
}

type Data = WebhookPayload['data']

/** What happened, and what somebody did. */
const words: Record<WebhookPayload['type'], { title: (data: Data) => string; done: string }> = {
  'version.published': { title: ({ storybook }) => `${storybook?.title}: new version`, done: 'Published' },
  'version.deleted': { title: ({ storybook }) => `${storybook?.title}: version deleted`, done: 'Deleted' },
  'version.restored': { title: ({ storybook }) => `${storybook?.title}: version restored`, done: 'Restored' },
  'release.named': {
    title: ({ storybook, release }) => `${storybook?.title}: release ${release?.name}`,
    done: 'Named',
  },
  'storybook.created': { title: ({ storybook }) => `New storybook: ${storybook?.title}`, done: 'Created' },
  'storybook.changed': {
    title: ({ storybook }) => `Storybook changed: ${storybook?.title}`,
    done: 'Changed',
  },
  'storybook.deleted': {
    title: ({ storybook }) => `Storybook deleted: ${storybook?.title}`,
    done: 'Deleted',
  },
  'storybook.restored': {
    title: ({ storybook }) => `Storybook restored: ${storybook?.title}`,
    done: 'Restored',
  },
  'member.joined': {
    title: ({ member, account }) => `${member?.name} joined ${account.name}`,
    done: 'Added',
  },
  'member.removed': {
    title: ({ member, account }) => `${member?.name} was removed from ${account.name}`,
    done: 'Removed',
  },
  'webhook.test': { title: ({ account }) => `Test event of ${account.name}`, done: 'Sent' },
}

export function summaryOf({ type, data }: WebhookPayload): Summary {
  const { title, done } = words[type]
  return {
    title: title(data),
    lines: [`${done} by ${data.actor.name}`, ...(data.version ? sourceOf(data.version) : [])],
    link: linkOf(type, data),
  }
}

const maxMessageLength = 300

/** Branch, commit and message of a version. */
function sourceOf({ branch, commit, message }: NonNullable<Data['version']>): string[] {
  const parts = [branch && `branch ${branch}`, commit && `commit ${begin(commit, 8)}`].filter(Boolean)
  return [...(parts.length === 0 ? [] : [`From ${parts.join(', ')}`]), ...(message ? [shorten(message)] : [])]
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
