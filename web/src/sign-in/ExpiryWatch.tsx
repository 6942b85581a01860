import { dialogOnDemand } from '../shell/dialog-on-demand.tsx'
import { useStore } from '../store.ts'
import { expiryStore } from './expiry.ts'

const SessionExpiredDialog = dialogOnDemand(
  async () => (await import('./SessionExpiredDialog.tsx')).SessionExpiredDialog,
)

/** Where a person is asked to sign in again without leaving the page. */
export function ExpiryWatch() {
  const expiry = useStore(expiryStore)
  return (
    <SessionExpiredDialog
      opened={expiry !== undefined}
      onClose={() => expiry?.giveUp()}
      signIn={async () => expiry?.signIn()}
    />
  )
}
