/** The one door to the browser's console: for failures that somebody looking after the portal should find there. */
export const logError = (what: string, error: unknown) => console.error(what, error)
