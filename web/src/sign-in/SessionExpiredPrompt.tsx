import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { useStore } from '../store.ts'
import { expiryStore } from './expiry.ts'

const SessionExpiredDialog = lazyDialog(
  async () => (await import('./SessionExpiredDialog.tsx')).SessionExpiredDialog,
)

/** Asks the user to sign in again without leaving the page. */
export function SessionExpiredPrompt() {
  const expiry = useStore(expiryStore)
  return (
    <SessionExpiredDialog
      opened={expiry !== undefined}
      onClose={() => expiry?.cancel()}
      signIn={async () => expiry?.signIn()}
    />
  )
}
