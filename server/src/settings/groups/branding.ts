import { z } from 'zod'

import type { SettingsTable } from '../setting.ts'
import { flag } from '../value-schemas.ts'

export const brandingSettings = {
  PLINTH_DEMO: {
    about: 'Fill an empty portal with two demo organisations. Needs the embedded identity provider.',
    fallback: '`true` with the embedded identity provider',
    schema: flag.optional(),
  },
  PLINTH_PUBLIC_DEMO: {
    about:
      'Let other machines reach the embedded identity provider and marketplace, where anybody can sign in as anybody. Every page says so, and there are no platform administrators. Without it such a portal does not start.',
    schema: flag.default(false),
  },
  PLINTH_PRODUCT_NAME: {
    about: 'What the portal calls itself: browser title, header, API reference.',
    schema: z.string().trim().min(1).max(40).default('Plinth'),
  },
  PLINTH_SUPPORT_EMAIL: {
    about: 'The mailbox shown where people need help.',
    schema: z.email('must be an e-mail address').default('support@plinth.example'),
  },
} satisfies SettingsTable
