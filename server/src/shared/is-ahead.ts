/**
 * Whether a moment, chosen as `milliseconds` from then, is still ahead. Not if it is further away than that: then the
 * clock has been set back since, and waiting for it could take days.
 */
export const isAhead = (moment: number, milliseconds: number, now = Date.now()): boolean =>
  moment > now && moment <= now + milliseconds
