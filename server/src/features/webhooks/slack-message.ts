import type { WebhookPayload } from '@plinth/contract/webhooks.ts'

import { summaryOf } from './summary.ts'

/**
 * A message for an incoming webhook of Slack. Mentions and links begin with `<`, which is escaped. `verbatim` and
 * `plain_text` keep Slack from making links out of plain text.
 */
export function slackMessage(payload: WebhookPayload) {
  const { title, lines, link } = summaryOf(payload)
  return {
    text: escape(title),
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `*<${escape(link)}|${escape(title)}>*`, verbatim: true },
      },
      { type: 'section', text: { type: 'plain_text', text: lines.join('\n'), emoji: false } },
    ],
  }
}

/** As Slack's reference asks for it: these three characters and no others. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
