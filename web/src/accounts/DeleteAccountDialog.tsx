import type { Account } from '@plinth/contract/accounts.ts'

import { Dialog } from '../shell/Dialog.tsx'
import { texts } from '../texts/texts.ts'
import { DeleteAccountForm } from './DeleteAccountForm.tsx'
import { useDeleteAccount } from './mutations.ts'

interface DeleteAccountDialogProps {
  account: Account
  opened: boolean
  onClose: () => void
}

export function DeleteAccountDialog({ account, opened, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.accounts.deletion.action}>
      <DeleteOwnAccount account={account} onClose={onClose} />
    </Dialog>
  )
}

function DeleteOwnAccount({ account, onClose }: Omit<DeleteAccountDialogProps, 'opened'>) {
  return (
    <DeleteAccountForm
      name={account.name}
      conditions={texts.accounts.deletion.conditions}
      mutation={useDeleteAccount(account)}
      onClose={onClose}
    />
  )
}
