/**
 * The ids of components that would lose something if the user left the page. Kept outside React, so that the router and
 * the sign-in see a change at once: the user may press Back right after typing the first letter.
 */
export const leaveBlockers = new Set<string>()

/** Whether the page should not be left: something is unsaved, or a dialog is open and may be saving. */
export const hasUnsavedWork = () => leaveBlockers.size > 0 || document.querySelector('[role=dialog]') !== null
