import type { Config as PublicConfig } from '@plinth/contract/config.ts'

import type { VerifyToken } from './token-verifier.ts'

/** The identity provider as the rest of the portal sees it. */
export interface IdentityService {
  verifyToken: VerifyToken
  /** What the web app needs to sign people in. */
  client: PublicConfig['identity']
}
