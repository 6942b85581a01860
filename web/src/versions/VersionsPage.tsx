import { Button, Group, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconHistory, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Page } from '../shell/Page.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { BranchGroups } from './BranchGroups.tsx'
import { CompareSelected } from './CompareSelected.tsx'
import { MainBranchProposal } from './MainBranchProposal.tsx'
import { areGrouped, branchesQuery } from './queries.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { useSelection } from './use-selection.ts'
import { useSteadyOrder } from './use-steady-order.ts'
import { useVersionFilters } from './use-version-filters.ts'
import { VersionFilterBar } from './VersionFilterBar.tsx'
import { VersionList } from './VersionList.tsx'

export function VersionsPage() {
  const { publicId: account, role } = useAccount()
  const { storybook: publicId = '' } = useParams()
  const { data: storybook, error, refetch } = useQuery(storybookQuery(account, publicId))
  const [isUploading, upload] = useDisclosure()
  const canPublish = can(role, 'publish')
  return (
    <Page
      title={storybook ? texts.versions.titleOf(storybook.title) : texts.versions.title}
      description={
        storybook
          ? texts.versions.count(storybook.versionCount)
          : !error && <Skeleton w={200} h={20} my={2} />
      }
      back={{ label: texts.storybooks.title, to: `/account/${account}/storybooks` }}
      action={
        <Group gap="sm">
          {storybook && storybook.versionCount > 0 && (
            <Button component={Link} to={`/account/${account}/storybook/${publicId}`} variant="default">
              {texts.storybooks.view}
            </Button>
          )}
          {canPublish && storybook?.versionCount !== 0 && (
            <Button
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={upload.open}
              disabled={!storybook}
            >
              {texts.versions.upload}
            </Button>
          )}
        </Group>
      }
    >
      {!storybook && error && (
        <ErrorAlert title={texts.versions.fetchFailed} error={error} retry={() => void refetch()} />
      )}
      {!storybook && !error && <TableSkeleton />}
      {storybook?.versionCount === 0 && (
        <EmptyState icon={IconHistory} action={canPublish && <UploadFirst onClick={upload.open} />}>
          {canPublish ? texts.versions.empty : texts.versions.emptyForViewers}
        </EmptyState>
      )}
      {storybook && storybook.versionCount > 0 && <MainBranchProposal storybook={storybook} />}
      {storybook && storybook.versionCount > 0 && <Versions account={account} storybook={storybook} />}
      {storybook && <UploadDialog storybook={storybook} opened={isUploading} onClose={upload.close} />}
    </Page>
  )
}

function UploadFirst({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={onClick}>
      {texts.storybooks.uploadFirst}
    </Button>
  )
}

interface VersionsProps {
  account: string
  storybook: Storybook
}

/** By branch, unless there is only one or somebody is looking for something. */
function Versions({ account, storybook }: VersionsProps) {
  const fields = useVersionFilters()
  const selection = useSelection()
  const branches = useInfiniteQuery(branchesQuery(account, storybook.publicId))
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = branches
  const known = useSteadyOrder(data?.pages.flat() ?? [])
  if (!data && !error) return <TableSkeleton />
  const isGrouped = areGrouped(known) && !fields.isFiltered
  return (
    <>
      {(storybook.versionCount > 1 || fields.isFiltered) && (
        <VersionFilterBar fields={fields} branches={known} />
      )}
      {error && <ErrorAlert title={texts.versions.fetchFailed} error={error} retry={() => void refetch()} />}
      {isGrouped ? (
        <BranchGroups
          account={account}
          storybook={storybook}
          branches={known}
          selection={selection}
          onMore={hasNextPage ? () => void fetchNextPage() : undefined}
          isLoading={isFetchingNextPage}
        />
      ) : (
        !error && (
          <VersionList
            account={account}
            storybook={storybook}
            filters={fields.filters}
            selection={selection}
            label={texts.versions.title}
            isFiltered={fields.isFiltered}
          />
        )
      )}
      <CompareSelected account={account} storybook={storybook.publicId} selection={selection} />
    </>
  )
}
