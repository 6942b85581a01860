import { z } from 'zod'

import type { SettingsTable } from '../setting.ts'
import { flag, guid, webAddress } from '../value-schemas.ts'

export const identitySettings = {
  PLINTH_IDENTITY_AUTHORITY: {
    about:
      'Sign-in authority, for example `https://login.microsoftonline.com/common/v2.0`. Setting it turns the embedded identity provider off.',
    fallback: 'the embedded identity provider',
    schema: webAddress.optional(),
  },
  PLINTH_IDENTITY_CLIENT_ID: {
    about: 'The client id of the app registration. Required with an external authority.',
    fallback: 'none',
    schema: z.string().min(1).optional(),
  },
  PLINTH_IDENTITY_ROLE_NAME: {
    about: 'The name of the API scope that the app registration exposes.',
    schema: z
      .string()
      .regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores')
      .default('Portal.Access'),
  },
  PLINTH_IDENTITY_ACCEPT_V1: {
    about: 'Also accept version 1 access tokens (issuer `https://sts.windows.net/{tenant}/`).',
    schema: flag.default(false),
  },
  PLINTH_GRAPH_URL: {
    about: 'The directory service that provides the organisation name during setup.',
    fallback: 'https://graph.microsoft.com, or the embedded provider',
    schema: webAddress.optional(),
  },
  PLINTH_ADMINS: {
    about:
      'The platform administrators, comma-separated: `{tenant id}/{object id}` pairs or, with the embedded identity provider only, e-mail addresses.',
    fallback: '`operator@plinth.example` with the demo on this machine, otherwise none',
    schema: z.string().optional(),
  },
  PLINTH_OPERATOR_TENANT: {
    about:
      'The operator’s own tenant id. People of this tenant with the app role `Platform.Admin` are platform administrators; the role of any other tenant is ignored, and without this setting so is everybody’s.',
    fallback: 'none',
    schema: guid.optional(),
  },
} satisfies SettingsTable
