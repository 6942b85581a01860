import { originForPrograms } from '../origin-for-programs.ts'
import { shellOf } from './shells.ts'
import type { ShellName } from './shells.ts'

export const keyPlaceholder = 'YOUR_API_KEY'

/** The line that publishes the folder of a build, with these options. npx fetches the CLI from the portal. */
export function publishCommand(shell: ShellName, options: string[]): string {
  const { join, withVariable } = shellOf[shell]
  // npm 12 and newer fetch a package from an address only if told to; older ones do not know the option.
  const npx = `npx --yes --allow-remote=root ${originForPrograms()}/cli.tgz`
  return withVariable('PLINTH_API_KEY', keyPlaceholder, join([npx, 'publish ./storybook-static', ...options]))
}
