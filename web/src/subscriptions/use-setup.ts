import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { accountsQuery } from '../accounts/queries.ts'
import { clearLinkCode, readLinkCode } from '../link-codes.ts'
import { showSuccess } from '../shell/notices.tsx'
import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { isFinalRefusal, setUpAccount } from './set-up-account.ts'

/** The account is stored in the history entry, so that a reload shows it and does not run the setup again. */
interface Outcome {
  account?: string
}

/** Sets up the account of this tab's purchase, once. */
export function useSetup() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { identity } = useConfig()
  const session = useSession()
  const [token] = useState(() => readLinkCode('purchase'))
  const { state } = useLocation() as { state: Outcome | null }
  const account = state?.account
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(1)
  const { graphBaseUrl } = identity
  useEffect(() => {
    if (account !== undefined) return undefined
    let isUnmounted = false
    async function run() {
      try {
        const created = await setUpAccount({ token, graphBaseUrl, session }, attempt)
        if (isUnmounted) return
        clearLinkCode('purchase')
        showSuccess(texts.subscriptions.signup.done)
        // A cached list lacks the new account and would lead to "Account not found".
        queryClient.removeQueries(accountsQuery)
        await navigate('.', { replace: true, state: { account: created } satisfies Outcome })
      } catch (failure) {
        if (isFinalRefusal(failure)) clearLinkCode('purchase')
        if (!isUnmounted) setError(failure)
      }
    }
    void run()
    return () => {
      isUnmounted = true
    }
  }, [token, graphBaseUrl, session, account, attempt, navigate, queryClient])

  function retry() {
    setError(undefined)
    setAttempt((count) => count + 1)
  }
  return { account, error, retry }
}
