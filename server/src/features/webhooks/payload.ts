import type { WebhookFormat, WebhookPayload } from '@plinth/contract/webhooks.ts'

import type { EventData } from '../../database/tables.ts'
import { slackMessage } from './slack-message.ts'
import { teamsMessage } from './teams-message.ts'

export interface Event {
  type: WebhookPayload['type']
  createdAt: Date
  account: { publicId: string; name: string }
  data: EventData
}

/** The body to send, which is the same for every attempt unless the account or the portal's address changes. */
export function bodyOf(event: Event, format: WebhookFormat, portal: URL): string {
  const payload = payloadOf(event, portal)
  const bodies: Record<WebhookFormat, () => unknown> = {
    json: () => payload,
    slack: () => slackMessage(payload),
    teams: () => teamsMessage(payload),
  }
  return JSON.stringify(bodies[format]())
}

function payloadOf({ type, createdAt, account, data }: Event, portal: URL): WebhookPayload {
  const home = `${portal.origin}/account/${account.publicId}`
  const { actor, storybook, version, release, comment, review, member } = data
  const page = `${home}/storybook/${storybook?.publicId}`
  return {
    type,
    timestamp: createdAt.toISOString(),
    data: {
      account: { ...account, url: home },
      actor,
      ...(storybook && { storybook: { ...storybook, url: page } }),
      ...(version && { version: presentVersion(version, page) }),
      ...(release && { release }),
      ...(comment && { comment }),
      ...(review && { review }),
      ...(member && { member }),
    },
  }
}

function presentVersion(version: NonNullable<EventData['version']>, page: string) {
  const { publicId, baseline } = version
  const url = `${page}/compare/${baseline?.version}...${publicId}`
  return {
    ...version,
    url: `${page}/version/${publicId}`,
    // Events that were queued by the release before do not tell.
    baseline: baseline ? { ...baseline, url } : null,
  }
}
