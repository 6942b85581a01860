import { Button, Stack } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { showError, showSuccess } from '../shell/notices.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { useUndoRetention } from './mutations.ts'
import { retentionQuery } from './queries.ts'
import { RetentionForm } from './RetentionForm.tsx'

/** Only for Owners; the server refuses everybody else. */
export function RetentionTab() {
  const { publicId: account } = useAccount()
  return (
    <Stack gap={40}>
      <Section id="retention" title={texts.retention.title} description={texts.retention.description}>
        <Rules key={account} account={account} />
      </Section>
      <Undo account={account} />
    </Stack>
  )
}

function Rules({ account }: { account: string }) {
  const { data: retention, error, refetch } = useQuery(retentionQuery(account))
  if (retention) return <RetentionForm initial={retention} />
  if (error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  return <TableSkeleton />
}

function Undo({ account }: { account: string }) {
  const { mutate, isPending } = useUndoRetention(account)
  const words = texts.retention.undo
  const undo = () =>
    mutate(undefined, {
      onSuccess: (restored) => showSuccess(restored === 0 ? words.nothing : words.done(restored)),
      onError: (error) => showError(words.failed, error),
    })
  return (
    <Section id="undo" title={words.title} description={words.description}>
      <div>
        <Button
          variant="default"
          leftSection={<IconRestore size={18} aria-hidden />}
          loading={isPending}
          onClick={undo}
        >
          {words.action}
        </Button>
      </div>
    </Section>
  )
}
