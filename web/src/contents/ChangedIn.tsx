import { Anchor, Badge, Table, Text } from '@mantine/core'
import type { ComponentPage } from '@plinth/contract/contents.ts'
import { Link } from 'react-router'

import { compareAddress } from '../addresses.ts'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatExact } from '../shell/formats.ts'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'

interface ChangedInProps {
  account: string
  storybook: string
  changedIn: ComponentPage['changedIn']
}

/** The versions in which a component changed, with links to what else changed in them. */
export function ChangedIn({ account, storybook, changedIn }: ChangedInProps) {
  const { columns } = texts.versions
  const words = texts.contents.component
  return (
    <DataTable
      label={words.changedIn}
      head={
        <>
          <HeadCell>{columns.createdAt}</HeadCell>
          <HeadCell>{columns.changes}</HeadCell>
          <HeadCell>{columns.message}</HeadCell>
          <HeadCell>{columns.source}</HeadCell>
        </>
      }
    >
      {changedIn.map(({ versionPublicId: to, createdAt, message, branch, change }) => (
        <Table.Tr key={to}>
          <Cell label={columns.createdAt} kind="date">
            <Anchor
              component={Link}
              to={compareAddress({ account, storybook, to })}
              aria-label={words.compare(formatExact(createdAt))}
              size="sm"
            >
              <RelativeTime date={createdAt} />
            </Anchor>
          </Cell>
          <Cell label={columns.changes}>
            <Badge variant="default" size="sm" tt="none" fw={400}>
              {change === 'added' ? words.added : words.changed}
            </Badge>
          </Cell>
          <Cell label={columns.message} kind="text">
            <Text size="sm" lineClamp={2}>
              {message ?? texts.versions.noMessage}
            </Text>
          </Cell>
          <Cell label={columns.source}>{branch ?? texts.shell.nothing}</Cell>
        </Table.Tr>
      ))}
    </DataTable>
  )
}
