import { Table } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { IconTrash } from '@tabler/icons-react'

import { belowHeader } from '../stories/below-header.tsx'
import { Cell, DataTable, HeadCell, TableSkeleton } from './DataTable.tsx'
import { IconAction } from './IconAction.tsx'

const meta = {
  title: 'Shell/Data table',
  component: DataTable,
  decorators: [belowHeader],
} satisfies Meta<typeof DataTable>
export default meta

const rows = [
  { name: 'Design System', about: 'Buttons, forms, navigation', stories: '1,204' },
  { name: 'Checkout', about: 'The way from the basket to the receipt', stories: '88' },
  { name: 'Icons', about: 'All of them, in both weights', stories: '240' },
]

/** In a narrow window, each row is a block with a label beside every cell. */
export const Filled: StoryObj = {
  render: () => (
    <DataTable
      label="Storybooks"
      head={
        <>
          <HeadCell>Name</HeadCell>
          <HeadCell>About</HeadCell>
          <HeadCell kind="number">Stories</HeadCell>
          <HeadCell kind="actions">Actions</HeadCell>
        </>
      }
    >
      {rows.map(({ name, about, stories }) => (
        <Table.Tr key={name}>
          <Cell label="Name">{name}</Cell>
          <Cell label="About" kind="text">
            {about}
          </Cell>
          <Cell label="Stories" kind="number">
            {stories}
          </Cell>
          <Cell kind="actions">
            <IconAction icon={IconTrash} color="red" label={`Delete ${name}`} onClick={() => {}} />
          </Cell>
        </Table.Tr>
      ))}
    </DataTable>
  ),
}

export const Loading: StoryObj = { render: () => <TableSkeleton /> }
