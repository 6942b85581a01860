import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Version } from '@plinth/contract/versions.ts'
import { IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { readingPollMs } from '../contents/queries.ts'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { formatBytes } from '../shell/formats.ts'
import { Page } from '../shell/Page.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { olderVersionsQuery, pageSize, versionsQuery } from './queries.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { VersionsTable } from './VersionsTable.tsx'

export function VersionsPage() {
  const { publicId: account } = useAccount()
  const { storybook: publicId = '' } = useParams()
  const { data: storybook } = useQuery(storybookQuery(account, publicId))
  const {
    data: versions,
    error,
    refetch,
  } = useQuery({
    ...versionsQuery(account, publicId),
    refetchInterval: ({ state: { data } }) =>
      (data?.some(({ contents }) => contents === 'reading') ?? false) && readingPollMs,
  })
  const [isUploading, upload] = useDisclosure()
  return (
    <Page
      title={storybook ? texts.versions.titleOf(storybook.title) : texts.versions.title}
      description={
        versions ? (
          <Summary versions={versions} count={storybook?.versionCount} />
        ) : (
          !error && <Skeleton w={200} h={20} my={2} />
        )
      }
      back={{ label: texts.storybooks.title, to: `/account/${account}/storybooks` }}
      action={
        <Group gap="sm">
          {versions && versions.length > 0 && (
            <Button component={Link} to={`/account/${account}/storybook/${publicId}`} variant="default">
              {texts.storybooks.view}
            </Button>
          )}
          <Button
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={upload.open}
            disabled={!storybook}
          >
            {texts.versions.upload}
          </Button>
        </Group>
      }
    >
      {!versions && error ? (
        <ErrorAlert title={texts.versions.fetchFailed} error={error} retry={() => void refetch()} />
      ) : (
        <Versions account={account} storybook={publicId} versions={versions} />
      )}
      {storybook && <UploadDialog storybook={storybook} opened={isUploading} onClose={upload.close} />}
    </Page>
  )
}

function Summary({ versions, count = versions.length }: { versions: Version[]; count?: number | undefined }) {
  if (versions.length === 0) return texts.versions.none
  if (count > pageSize) return texts.versions.count(count)
  const size = versions.reduce((total, version) => total + version.size, 0)
  return texts.versions.summary(versions.length, formatBytes(size))
}

interface VersionsProps {
  account: string
  storybook: string
  versions: Version[] | undefined
}

function Versions({ account, storybook, versions }: VersionsProps) {
  if (!versions) return <TableSkeleton />
  if (versions.length === 0) return <Text>{texts.versions.empty}</Text>
  return <AllVersions account={account} storybook={storybook} newest={versions} />
}

interface AllVersionsProps {
  account: string
  storybook: string
  newest: Version[]
}

/** The newest versions, and older ones on demand. */
function AllVersions({ account, storybook, newest }: AllVersionsProps) {
  const [loadsOlder, setLoadsOlder] = useState(false)
  const older = useInfiniteQuery({
    ...olderVersionsQuery(account, storybook, newest.at(-1)?.publicId),
    enabled: loadsOlder,
  })
  const { data: shown = [], error, isFetching } = older
  const loadMore = () =>
    void (older.data ? older.fetchNextPage() : loadsOlder ? older.refetch() : setLoadsOlder(true))
  const hasMore = older.data ? older.hasNextPage : newest.length >= pageSize
  return (
    <Stack>
      <VersionsTable account={account} storybook={storybook} versions={[...newest, ...shown]} />
      {error && <ErrorAlert title={texts.versions.fetchFailed} error={error} retry={loadMore} />}
      {hasMore && (
        <Center>
          <Button variant="default" loading={isFetching} onClick={loadMore}>
            {texts.versions.loadMore}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
