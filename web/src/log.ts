/** The only use of the browser's console: for errors that an operator should find there. */
export const logError = (message: string, error: unknown) => console.error(message, error)
