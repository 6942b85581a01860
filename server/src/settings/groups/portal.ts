import { z } from 'zod'

import type { SettingsTable } from '../setting.ts'
import { flag, origin, path, viewerAddress, wholeNumber } from '../value-schemas.ts'

export const portalSettings = {
  PORT: {
    about: 'The port the portal listens on.',
    schema: wholeNumber(1, 65_535).default(3000),
  },
  PLINTH_HOST: {
    about: 'The address to listen on. With the embedded identity provider, loopback unless you set it.',
    fallback: '`localhost` with the embedded identity provider, otherwise `0.0.0.0`',
    schema: z.string().min(1).optional(),
  },
  PLINTH_DRAIN_SECONDS: {
    about:
      'How many seconds a stopping instance keeps serving after `/serving` begins to fail, so that load balancers stop sending requests first. Set it longer than their checks take to notice.',
    fallback: '5, or 0 with the embedded PostgreSQL, where there is no other instance',
    schema: wholeNumber(0, 600).optional(),
  },
  PLINTH_DATA: {
    about: 'The folder for everything the portal stores on this machine.',
    fallback: './data',
    schema: path.prefault('./data'),
  },
  PLINTH_PUBLIC_URL: {
    about: 'The address people open the portal at. Requests for other host names are refused.',
    fallback: 'http://plinth.localhost:{PORT}',
    schema: origin.optional(),
  },
  PLINTH_ALLOW_HTTP: {
    about:
      'Start even if an address is plain `http:` under a name that other machines can reach. For a lab: anyone on the network path can read passwords and sessions.',
    schema: flag.default(false),
  },
  PLINTH_VIEWER_URL: {
    about:
      'The address uploaded builds are shown at, with `{version}` in its host name: every version has an origin of its own.',
    fallback: 'the public address with `{version}.` before its host name',
    schema: viewerAddress.optional(),
  },
  PLINTH_FILE_LANE: {
    about:
      'Answer plain requests for files of a version directly on the connection, more than twice as fast as through Node’s HTTP server. `false` changes the speed only, not the answers.',
    schema: flag.default(true),
  },
} satisfies SettingsTable
