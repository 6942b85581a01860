import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'

import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { Shell } from '../shell/Shell.tsx'
import { whoamiQuery } from '../whoami/queries.ts'
import { NoAccess } from './NoAccess.tsx'

/** For users who belong to no account: operators are sent to their area, others are told how to get access. */
export function WithoutAccount() {
  const { data: me, isPending } = useQuery(whoamiQuery)
  if (isPending) return <LoadingScreen />
  if (me?.isAdministrator) return <Navigate to="/admin" replace />
  return (
    <Shell accounts={[]}>
      <NoAccess />
    </Shell>
  )
}
