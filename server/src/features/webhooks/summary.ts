import type { WebhookPayload } from '@plinth/contract/webhooks.ts'

/** An event in a few words, for chats. Plain text: each format escapes it in its own way. */
export interface Summary {
  title: string
  lines: string[]
  link: string
}

const maxMessageLength = 300

export function summaryOf({ type, data }: WebhookPayload): Summary {
  const { account, actor, storybook, version, release, member } = data
  const book = storybook?.title ?? ''
  const home = storybook?.url ?? account.url
  const by = (verb: string) => `${verb} by ${actor.name}`
  const source = version ? sourceOf(version) : []
  const message = version?.message ? [shorten(version.message)] : []
  switch (type) {
    case 'version.published':
      return {
        title: `${book}: new version`,
        lines: [by('Published'), ...source, ...message],
        link: version?.url ?? home,
      }
    case 'version.deleted':
      return { title: `${book}: version deleted`, lines: [by('Deleted'), ...source, ...message], link: home }
    case 'version.restored':
      return {
        title: `${book}: version restored`,
        lines: [by('Restored'), ...source, ...message],
        link: version?.url ?? home,
      }
    case 'release.named':
      return {
        title: `${book}: release ${release?.name ?? ''}`,
        lines: [by('Named'), ...source, ...message],
        link: version?.url ?? home,
      }
    case 'storybook.created':
      return { title: `New storybook: ${book}`, lines: [by('Created')], link: home }
    case 'storybook.changed':
      return { title: `Storybook changed: ${book}`, lines: [by('Changed')], link: home }
    case 'storybook.deleted':
      return { title: `Storybook deleted: ${book}`, lines: [by('Deleted')], link: account.url }
    case 'storybook.restored':
      return { title: `Storybook restored: ${book}`, lines: [by('Restored')], link: home }
    case 'member.joined':
      return { title: `${member?.name} joined ${account.name}`, lines: [by('Added')], link: account.url }
    case 'member.removed':
      return {
        title: `${member?.name} was removed from ${account.name}`,
        lines: [by('Removed')],
        link: account.url,
      }
    case 'webhook.test':
      return { title: `Test event of ${account.name}`, lines: [by('Sent')], link: account.url }
  }
}

function sourceOf({ branch, commit }: NonNullable<WebhookPayload['data']['version']>): string[] {
  const parts = [branch && `branch ${branch}`, commit && `commit ${commit.slice(0, 8)}`].filter(Boolean)
  return parts.length === 0 ? [] : [`From ${parts.join(', ')}`]
}

const shorten = (text: string) =>
  text.length <= maxMessageLength ? text : `${text.slice(0, maxMessageLength).trimEnd()}…`
