export const headlessShell: string
export function findChromium(env?: NodeJS.ProcessEnv, folders?: readonly string[]): string | undefined
export function findProgram(
  names: readonly string[],
  env?: NodeJS.ProcessEnv,
  folders?: readonly string[],
): string | undefined
