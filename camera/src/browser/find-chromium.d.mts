export const headlessShell: string
export function findChromium(env?: NodeJS.ProcessEnv, folders?: readonly string[]): string | undefined
