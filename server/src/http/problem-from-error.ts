import { BlobStoreFull, BlobStoreUnavailable } from '../blobs/blob-store.ts'
import { isRefusedRow, isRejectedValue } from '../database/rejected-value.ts'
import { retryAfterSeconds, DatabaseUnavailable } from '../database/unavailable.ts'
import { IdentityProviderUnavailable, TokenRejected } from '../identity/errors.ts'
import { MarketplaceUnavailable, WebhookKeysUnavailable, WebhookRejected } from '../marketplace/errors.ts'
import { isStorageFull } from '../operations/disk-space.ts'
import { Problem } from './problems.ts'

const foreignKeyViolation = '23503'

/** Maps errors of lower layers to problems; undefined for unexpected errors. */
export function problemFromError(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return undefined
  if (error instanceof TokenRejected) return new Problem(error.code, { cause: error.cause })
  if (error instanceof IdentityProviderUnavailable) {
    return new Problem('unavailable', {
      detail: 'The identity provider does not answer. Try again shortly.',
      cause: error.cause,
    })
  }
  if (error instanceof MarketplaceUnavailable) {
    const { detail, retryAfter, cause } = error
    return new Problem('marketplace_unavailable', {
      ...(detail === undefined ? {} : { detail }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      cause,
    })
  }
  if (error instanceof WebhookRejected) return new Problem('webhook_refused', { cause: error.cause })
  if (error instanceof WebhookKeysUnavailable) return new Problem('unavailable', { cause: error.cause })
  if (error instanceof BlobStoreFull) return new Problem(error.code, { cause: error.cause })
  if (error instanceof BlobStoreUnavailable) {
    const { code, message: detail, retryAfter, cause } = error
    return new Problem(code, { detail, retryAfter, cause })
  }
  if (isStorageFull(error)) return new Problem('storage_full', { cause: error })
  if (isRejectedValue(error)) return new Problem('invalid_input', { cause: error })
  if (error instanceof DatabaseUnavailable) {
    return new Problem('unavailable', {
      detail: 'The database does not answer. Try again shortly.',
      cause: error,
      retryAfter: retryAfterSeconds,
    })
  }
  if (isWithoutParent(error)) return new Problem('not_found', { cause: error })
  return undefined
}

/**
 * The parent of a new row was deleted in the meantime, or is another account's. Row-level security often refuses the row
 * before the foreign key does.
 */
const isWithoutParent = (error: Error & { code?: unknown }) =>
  error.code === foreignKeyViolation || isRefusedRow(error)
