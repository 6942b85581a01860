import type { WebhookPayload } from '@plinth/contract/webhooks.ts'

import { summaryOf } from './summary.ts'

/**
 * An Adaptive Card for a workflow of Microsoft Teams ("when a webhook request is received"). Text goes into `TextRun`s,
 * which show it as it is: a `TextBlock` would read it as Markdown. Mentions need a list of their own, which is not sent.
 */
export function teamsMessage(payload: WebhookPayload) {
  const { title, lines, link } = summaryOf(payload)
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [paragraph(title, { weight: 'bolder', size: 'medium' }), ...lines.map((line) => paragraph(line))],
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  }
}

const paragraph = (text: string, look: Record<string, string> = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
})
