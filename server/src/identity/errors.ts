/** The access token was refused; `code` is the problem code of the response. */
export class TokenRejected extends Error {
  override name = 'TokenRejected'
  readonly code: 'token_invalid' | 'token_expired' | 'scope_missing' | 'work_account_required'

  constructor(code: TokenRejected['code'], { cause }: { cause?: unknown } = {}) {
    super(`the access token was refused: ${code}`, { cause })
    this.code = code
  }
}

/** The provider's signing keys cannot be fetched, so no token can be verified. */
export class IdentityProviderUnavailable extends Error {
  override name = 'IdentityProviderUnavailable'
}
