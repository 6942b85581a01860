import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { accountsQuery } from '../accounts/queries.ts'
import { clearLinkCode, readLinkCode } from '../link-codes.ts'
import { isFinalRefusal, redeem } from './redeem.ts'
import type { JoinedAccount } from './redeem.ts'

/** The joined account is stored in the history entry, so that a reload shows it and does not redeem again. */
interface Outcome {
  redeemed?: JoinedAccount
}

/** Redeems the invitation of this tab: at once, or after the user's consent if the portal requires it. */
export function useRedemption() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { state } = useLocation() as { state: Outcome | null }
  const account = state?.redeemed
  const [code] = useState(() => readLinkCode('invitation'))
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState({ count: 1, accept: false })
  useEffect(() => {
    if (account !== undefined) return undefined
    let isUnmounted = false
    async function run() {
      try {
        const redeemed = await redeem(code, attempt)
        if (isUnmounted) return
        clearLinkCode('invitation')
        // A cached list lacks the new account and would lead to "Account not found".
        queryClient.removeQueries(accountsQuery)
        await navigate('.', { replace: true, state: { redeemed } satisfies Outcome })
      } catch (failure) {
        if (isFinalRefusal(failure)) clearLinkCode('invitation')
        if (!isUnmounted) setError(failure)
      }
    }
    void run()
    return () => {
      isUnmounted = true
    }
  }, [code, account, attempt, navigate, queryClient])

  function startAttempt({ accept }: { accept: boolean }) {
    setError(undefined)
    setAttempt(({ count }) => ({ count: count + 1, accept }))
  }
  return {
    account,
    error,
    retry: () => startAttempt(attempt),
    join: () => startAttempt({ accept: true }),
    decline: () => {
      clearLinkCode('invitation')
      void navigate('/', { replace: true })
    },
  }
}
