/** Gives access to the signed-in person's profile and organisation. */
export const defaultScope = 'User.Read'

/** A signed-in person, and what can be done about being signed in. */
export interface Session {
  /** `oid` and `tenantId` together say who it is; name and address only what they are called. */
  person: { name: string; email: string; oid: string; tenantId: string }
  /**
   * A valid access token for the API, renewed when needed. If only a person can renew it, the sign-in page comes; or,
   * while something on the page is not saved, they are asked beside it.
   */
  token(): Promise<string>
  /** An access token for something else than the API, if there can be one without asking anybody. */
  tokenFor(scopes: string[]): Promise<string>
  /**
   * Ends the sign-in, lets another work account be chosen, and comes back to the start, or to where the first one was
   * not welcome. The code of a link that was opened in this tab stays.
   */
  switchAccount(returnTo?: string): Promise<void>
  /** Ends the sign-in here, in every other tab, and at the identity provider. */
  logout(): Promise<void>
}

export class SignInError extends Error {
  override name = 'SignInError'
}
