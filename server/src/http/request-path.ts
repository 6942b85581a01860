import { keyPattern } from '../identity/api-key-format.ts'

/** A request's path for logs and responses: without the query, which can contain secrets, and without API keys. */
export const safePathOf = (target = '/') => (target.split('?')[0] ?? '/').replaceAll(keyPattern, 'plk_…')
