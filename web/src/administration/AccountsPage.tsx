import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { maxLength } from '@plinth/contract/max-length.ts'
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Page } from '../shell/Page.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { AccountsTable } from './AccountsTable.tsx'
import { CreateAccountDialog } from './CreateAccountDialog.tsx'
import { allAccountsQuery, maxListedAccounts } from './queries.ts'

const searchDelayMs = 300

export function AccountsPage() {
  const [isCreating, creation] = useDisclosure()
  const [search, setSearch] = useState('')
  const [debouncedSearch] = useDebouncedValue(search.trim(), searchDelayMs)
  return (
    <Page
      title={texts.administration.accounts.title}
      description={texts.administration.accounts.description}
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={creation.open}>
          {texts.administration.creation.action}
        </Button>
      }
    >
      <Stack>
        <TextInput
          aria-label={texts.administration.accounts.search}
          placeholder={texts.administration.accounts.search}
          leftSection={<IconSearch size={18} aria-hidden />}
          maw={360}
          maxLength={maxLength.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Accounts search={debouncedSearch} />
      </Stack>
      <CreateAccountDialog opened={isCreating} onClose={creation.close} />
    </Page>
  )
}

function Accounts({ search }: { search: string }) {
  const { data: accounts, error, isPlaceholderData, refetch } = useQuery(allAccountsQuery(search))
  if (!accounts && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!accounts) return <TableSkeleton />
  if (accounts.length === 0) {
    return (
      <EmptyState icon={IconBuilding}>
        {search === '' ? texts.administration.accounts.empty : texts.administration.accounts.noMatch}
      </EmptyState>
    )
  }
  return (
    <>
      <AccountsTable accounts={accounts.slice(0, maxListedAccounts)} isStale={isPlaceholderData} />
      {accounts.length > maxListedAccounts && (
        <Text c="dimmed">{texts.administration.accounts.onlyFirst(formatNumber(maxListedAccounts))}</Text>
      )}
    </>
  )
}
