import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { accountsQuery } from '../accounts/queries.ts'
import { clearLinkCode, readLinkCode } from '../link-codes.ts'
import { isFinalRefusal, redeem } from './redeem.ts'

/** The account joined is kept with the page's place in the history, so that a reload shows it and redeems nothing. */
interface Outcome {
  redeemed?: string
}

/** Redeems the invitation this tab was opened with: at once, or with the person's consent where the portal prefetch for it. */
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
    let isLeft = false
    async function run() {
      try {
        const redeemed = await redeem(code, attempt)
        if (isLeft) return
        clearLinkCode('invitation')
        // A list of accounts from before knows nothing of this one, and would say "Account not found".
        queryClient.removeQueries(accountsQuery)
        await navigate('.', { replace: true, state: { redeemed } satisfies Outcome })
      } catch (failure) {
        if (isFinalRefusal(failure)) clearLinkCode('invitation')
        if (!isLeft) setError(failure)
      }
    }
    void run()
    return () => {
      isLeft = true
    }
  }, [code, account, attempt, navigate, queryClient])

  function tryAgain({ accept }: { accept: boolean }) {
    setError(undefined)
    setAttempt(({ count }) => ({ count: count + 1, accept }))
  }
  return {
    account,
    error,
    retry: () => tryAgain(attempt),
    join: () => tryAgain({ accept: true }),
    decline: () => {
      clearLinkCode('invitation')
      void navigate('/', { replace: true })
    },
  }
}
