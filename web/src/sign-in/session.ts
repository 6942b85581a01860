/** Gives access to the signed-in person's profile and organisation. */
export const defaultScope = 'User.Read'

/** The signed-in person, their access tokens, and how to sign out. */
export interface Session {
  /** `oid` and `tenantId` together identify a person; name and e-mail address are only for display. */
  person: { name: string; email: string; oid: string; tenantId: string }
  /**
   * A valid access token for the API, renewed when needed. If that needs interaction, the browser goes to the sign-in
   * page; or, while something on the page is unsaved, a dialog offers to sign in with a popup.
   */
  token(): Promise<string>
  /** An access token for other scopes, if no interaction is needed. */
  tokenFor(scopes: string[]): Promise<string>
  /**
   * Ends the sign-in, lets the user choose another work account, and returns to the start page or to `returnTo`. The code
   * of a link that was opened in this tab is kept.
   */
  switchAccount(returnTo?: string): Promise<void>
  /** Ends the sign-in here, in every other tab, and at the identity provider. */
  logout(): Promise<void>
}

export class SignInError extends Error {
  override name = 'SignInError'
}
