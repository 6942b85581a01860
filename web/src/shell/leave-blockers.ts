/**
 * The places on this page where something would be lost by leaving it. Known to the router and to the sign-in at once,
 * and to what is rendered in its turn: Back may follow the first letter closely.
 */
export const leaveBlockers = new Set<string>()

/** Whether the page should stay: something is not saved, or a dialog is open, perhaps just saving. */
export const hasUnsavedWork = () => leaveBlockers.size > 0 || document.querySelector('[role=dialog]') !== null
