import { Stack } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { storageByStorybookQuery } from './queries.ts'
import { StorageTable } from './StorageTable.tsx'
import { StorageUse } from './StorageUse.tsx'

export function StorageTab() {
  return (
    <Section id="storage" title={texts.storage.title} description={texts.storage.description}>
      <Stack>
        <StorageUse />
        <ByStorybook />
      </Stack>
    </Section>
  )
}

function ByStorybook() {
  const { publicId: account } = useAccount()
  const { data: storage, error, refetch } = useQuery(storageByStorybookQuery(account))
  if (!storage && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!storage) return <TableSkeleton />
  if (storage.storybooks.length === 0 && storage.deletedStorybooksBytes === 0) {
    return <EmptyState icon={IconDatabase}>{texts.storage.empty}</EmptyState>
  }
  return <StorageTable account={account} storage={storage} />
}
