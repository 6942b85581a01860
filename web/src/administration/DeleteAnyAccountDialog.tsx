import type { AdministeredAccount } from '@plinth/contract/administration.ts'

import { DeleteAccountForm } from '../accounts/DeleteAccountForm.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { showSuccess } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { useDeleteAnyAccount } from './mutations.ts'

interface DeleteAnyAccountDialogProps {
  account: Pick<AdministeredAccount, 'publicId' | 'name'>
  opened: boolean
  onClose: () => void
}

/** The operator deletes an account that nobody uses. */
export function DeleteAnyAccountDialog({ account, opened, onClose }: DeleteAnyAccountDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.accounts.deletion.action}>
      <DeleteAnyAccount account={account} onClose={onClose} />
    </Dialog>
  )
}

function DeleteAnyAccount({ account, onClose }: Omit<DeleteAnyAccountDialogProps, 'opened'>) {
  const deletion = useDeleteAnyAccount(account.publicId, () => {
    showSuccess(texts.accounts.deletion.done)
    onClose()
  })
  return (
    <DeleteAccountForm
      name={account.name}
      conditions={texts.administration.deletion.conditions}
      mutation={deletion}
      onClose={onClose}
    />
  )
}
