import { keyPattern } from '../identity/api-key-format.ts'

/** A target's path for logs and answers: without the query, which can carry codes and tokens, and without any key. */
export const safePathOf = (target = '/') => (target.split('?')[0] ?? '/').replaceAll(keyPattern, 'plk_…')
