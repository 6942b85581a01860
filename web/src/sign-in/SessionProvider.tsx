import type { Config } from '@plinth/contract/config.ts'
import { createContext, use, useMemo } from 'react'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import type { Session } from './session.ts'

/** Who is signed in, and where. */
export interface SignedIn {
  session: Session
  config: Config
}

const PortalContext = createContext<SignedIn | undefined>(undefined)

export function SessionProvider({ session, config, children }: SignedIn & { children: ReactNode }) {
  const portal = useMemo(() => ({ session, config }), [session, config])
  return <PortalContext value={portal}>{children}</PortalContext>
}

function usePortal(): SignedIn {
  const portal = use(PortalContext)
  if (!portal) throw new Error(texts.signIn.notStarted)
  return portal
}

export const useSession = () => usePortal().session
export const useConfig = () => usePortal().config
