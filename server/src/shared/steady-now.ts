/**
 * The time in milliseconds, but never ahead because the clock was set forward while this process runs. For deciding what
 * is old enough to be deleted for good: a clock may be wrong for a moment.
 */
export const steadyNow = (): number => Math.min(Date.now(), performance.timeOrigin + performance.now())
