import type { Webhook, WebhookEvent, WebhookFailure, WebhookFormat } from '@plinth/contract/webhooks.ts'
import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

const events: Record<WebhookEvent, string> = {
  'version.published': 'Version published',
  'version.deleted': 'Version deleted',
  'version.restored': 'Version restored',
  'release.named': 'Release named',
  'storybook.created': 'Storybook created',
  'storybook.changed': 'Storybook changed',
  'storybook.deleted': 'Storybook deleted',
  'storybook.restored': 'Storybook restored',
  'story.commented': 'Comment on a story',
  'story.reviewed': 'Story reviewed',
  'member.joined': 'Member joined',
  'member.removed': 'Member removed',
}

const formats: Record<WebhookFormat, { name: string; description: string }> = {
  json: { name: 'JSON', description: 'Signed, for your own programs' },
  slack: { name: 'Slack', description: 'A message for an incoming webhook in Slack' },
  teams: {
    name: 'Microsoft Teams',
    description: 'A card for a workflow in Teams that receives webhook requests',
  },
}

const states: Record<Webhook['state'], string> = { active: 'Active', failing: 'Failing', paused: 'Paused' }

const failures: Record<WebhookFailure, string> = {
  status: 'It answered with an error.',
  redirect: 'It answered with a redirect, which is not followed. Enter the final address.',
  timeout: 'It did not answer within 10 seconds.',
  host_not_found: 'Its host name was not found.',
  address_not_allowed: 'Its address is not on the public Internet, and the operator does not allow it.',
  http_not_allowed: 'Plain http:// is only for internal addresses that the operator allows. Use https://.',
  connection: 'The connection failed.',
  tls: 'The encrypted connection failed. Check its certificate.',
  not_http: 'Its answer was not HTTP.',
}

export const webhooks = {
  title: 'Webhooks',
  description:
    'Tell other systems what happens in this account: your own programs, Slack or Microsoft Teams.',
  empty: 'You currently have no webhooks. Click the button above to create one.',
  columns: {
    name: 'Name',
    address: 'Address',
    format: 'Format',
    events: 'Events',
    state: 'Status',
    waiting: 'Waiting',
  },
  events,
  allEvents: 'All events',
  testEvent: 'Test',
  formats,
  states,
  waiting: (count: number) =>
    count === 0
      ? 'No events are waiting'
      : plural(count, { one: '# event is waiting', other: '# events are waiting' }),
  dropped: (count: number) =>
    plural(count, {
      one: '# event was dropped, because it was too old or too many were waiting.',
      other: '# events were dropped, because they were too old or too many were waiting.',
    }),

  notices: {
    pausedBy: {
      owner: 'This webhook is paused',
      failing: 'This webhook was paused because it failed for a day',
      gone: 'This webhook was paused because the receiver answered 410 Gone',
    },
    pausedText: (since: ReactNode, waiting: string) =>
      sentence`Paused ${since}. ${waiting}. Resume it to continue where it stopped.`,
    failing: 'This webhook is failing',
    failingText: (since: ReactNode, next: ReactNode, waiting: string) =>
      sentence`The first attempt failed ${since}. ${waiting}; the next attempt is ${next}. After a day it is paused.`,
    soon: 'about to begin',
    inList: (name: ReactNode) => sentence`${name} needs attention`,
    resume: 'Resume',
    retry: 'Retry Now',
    resumeFailed: 'Failed to resume the webhook',
  },

  fields: {
    name: 'Name',
    namePlaceholder: 'Release bot',
    nameMissing: 'Name is required',
    address: 'Address',
    addressPlaceholder: 'https://',
    addressInvalid: 'Enter an address that begins with https://, without a user name or password',
    format: 'Format',
    formatSuggested: 'Chosen by the address. Choose another one if it is not right.',
    events: 'Events',
    eventsMissing: 'Choose at least one event',
  },
  creation: {
    title: 'Create Webhook',
    action: 'Create Webhook',
    failed: 'Failed to create the webhook',
    done: 'Webhook created',
  },
  secret: {
    title: 'New Secret',
    tooltip: 'New secret',
    action: 'Create New Secret',
    failed: 'Failed to create a new secret',
    explanation:
      'The secret you use now still signs for 24 hours, so that you can replace it without missing an event.',
    label: 'Signing secret',
    copy: 'Copy Secret',
    ready: (name: ReactNode) =>
      sentence`${name} signs everything it sends with this secret, as the Standard Webhooks specification says.`,
    note: 'Copy the secret now and store it with the receiver. It will not be shown again.',
    saved: 'I have saved the secret',
    previous: (until: ReactNode) => sentence`The secret before this one signs too until ${until}.`,
  },
  editing: {
    title: 'Edit Webhook',
    tooltip: 'Edit webhook',
    action: 'Save Changes',
    failed: 'Failed to save the webhook',
  },
  pausing: { tooltip: 'Pause webhook', failed: 'Failed to pause the webhook' },
  deletion: {
    tooltip: 'Delete webhook',
    action: 'Delete Webhook',
    failed: 'Failed to delete the webhook',
    question: (name: ReactNode) =>
      sentence`Are you sure you want to delete ${name}? Events that still wait for it are lost. This action cannot be undone.`,
  },
  test: {
    action: 'Send Test Event',
    failed: 'Failed to send a test event',
    delivered: (status: number, duration: string) => `The test event was delivered: ${status}, ${duration}`,
    refused: 'The test event was not delivered',
  },

  deliveries: {
    title: 'Deliveries',
    description: 'Newest first, kept for 30 days',
    empty: 'Nothing has been sent yet.',
    more: 'Load more',
    columns: { event: 'Event', when: 'When', outcome: 'Outcome', attempts: 'Attempts', duration: 'Duration' },
    states: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    retrying: 'Retrying',
    nextAttempt: (time: ReactNode) => sentence`The next attempt is ${time}`,
    failures,
    withStatus: (status: number) => `Answered ${status}`,
    details: 'Details',
    detailsOf: (event: string) => `Details of ${event}`,
    redeliver: 'Redeliver',
    redeliverOne: (event: string) => `Redeliver ${event}`,
    redelivered: 'The event will be sent again',
    redeliverFailed: 'Failed to redeliver the event',
    stillWaiting: 'This event is still waiting',
    testOnce: 'Test events are sent only once',
    copyId: 'Copy event id',
    response: 'How the answer begins',
    noResponse: 'No answer was received.',
    emptyResponse: 'The answer was empty.',
    body: 'What is sent',
    copyBody: 'Copy what is sent',
    copyResponse: 'Copy the answer',
  },
}
