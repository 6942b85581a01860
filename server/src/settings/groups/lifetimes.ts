import type { SettingsTable } from '../setting.ts'
import { wholeNumber } from '../value-schemas.ts'

export const lifetimeSettings = {
  PLINTH_INVITATION_DAYS: {
    about: 'How many days an invitation can be redeemed.',
    schema: wholeNumber(1, 365).default(7),
  },
  PLINTH_API_KEY_DAYS: {
    about: 'How many days a new API key is valid.',
    schema: wholeNumber(1, 3650).default(365),
  },
} satisfies SettingsTable
