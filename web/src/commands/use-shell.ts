import { useLocalStorage } from '@mantine/hooks'

import { shells } from './shells.ts'
import type { ShellName } from './shells.ts'

/** The shell that was last chosen in this browser; until then, the one that its system comes with. */
export function useShell() {
  const [chosen, choose] = useLocalStorage<ShellName | undefined>({
    key: 'plinth.shell',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => shells.find((shell) => shell === stored),
  })
  return [chosen ?? (/Windows/.test(navigator.userAgent) ? 'powershell' : 'bash'), choose] as const
}
