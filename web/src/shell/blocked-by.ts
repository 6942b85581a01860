import { tooltip } from './tooltip.ts'

/**
 * For a button that cannot be used now: why. It stays reachable with the keyboard, because its tooltip says it; who handles
 * the click has to ignore it. `disabled` is only for the moment in which something is being done.
 */
export const blockedBy = (reason: string | undefined) =>
  reason === undefined
    ? {}
    : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason, ...tooltip(reason) }
