import { Code, Table, Text } from '@mantine/core'
import type { Prop } from '@plinth/contract/contents.ts'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { texts } from '../texts/texts.ts'
import { Markdown } from './Markdown.tsx'

import classes from './PropsTable.module.css'

export function PropsTable({ props }: { props: Prop[] }) {
  const { columns, required } = texts.contents.component
  return (
    <DataTable
      label={texts.contents.component.props}
      head={
        <>
          <HeadCell>{columns.name}</HeadCell>
          <HeadCell>{columns.type}</HeadCell>
          <HeadCell>{columns.defaultValue}</HeadCell>
          <HeadCell>{columns.description}</HeadCell>
        </>
      }
    >
      {props.map(({ name, isRequired, type, defaultValue, description }) => (
        <Table.Tr key={name}>
          <Cell label={columns.name}>
            <span>
              <Code className={classes.name}>{name}</Code>
              {isRequired && (
                <Text component="span" size="xs" c="dimmed" ml={6}>
                  {required}
                </Text>
              )}
            </span>
          </Cell>
          <Cell label={columns.type} kind="text">
            {type === null ? texts.shell.nothing : <Code className={classes.type}>{type}</Code>}
          </Cell>
          <Cell label={columns.defaultValue}>
            <div className={classes.default}>
              {defaultValue === null ? (
                texts.shell.nothing
              ) : (
                <Code className={classes.type}>{defaultValue}</Code>
              )}
            </div>
          </Cell>
          <Cell label={columns.description} kind="text">
            {description ? <Markdown text={description} size="sm" /> : texts.shell.nothing}
          </Cell>
        </Table.Tr>
      ))}
    </DataTable>
  )
}
