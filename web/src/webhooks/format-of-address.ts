import type { WebhookFormat } from '@plinth/contract/webhooks.ts'

/** Where chats take messages. */
const chats: { format: WebhookFormat; hosts: RegExp; path?: RegExp }[] = [
  { format: 'slack', hosts: /^hooks\.slack(-gov)?\.com$/ },
  // Discord understands Slack's messages there, and Mattermost and Rocket.Chat name no host of their own.
  { format: 'slack', hosts: /^(discord|discordapp)\.com$/, path: /\/slack$/ },
  { format: 'teams', hosts: /(^|\.)webhook\.office\.com$/ },
  { format: 'teams', hosts: /(^|\.)(logic\.azure\.(com|us|cn)|powerplatform\.com)$/ },
]

/** The format that an address speaks for; undefined for one that could be anything. */
export function formatOfAddress(address: string): WebhookFormat | undefined {
  const url = URL.parse(address.trim())
  if (!url) return undefined
  const { hostname, pathname } = url
  return chats.find(({ hosts, path }) => hosts.test(hostname) && (path?.test(pathname) ?? true))?.format
}
