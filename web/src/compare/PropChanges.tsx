import { Anchor, Code, Table, Text } from '@mantine/core'
import type { ChangedComponent, PropChange } from '@plinth/contract/compare.ts'
import { Link } from 'react-router'

import { componentAddress } from '../addresses.ts'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { describeProp, propOf } from './describe-prop.ts'
import type { ComparedVersions } from './EntryList.tsx'

import classes from './ComparePage.module.css'

interface PropChangesProps {
  place: ComparedVersions
  components: ChangedComponent[]
}

export function PropChanges({ place, components }: PropChangesProps) {
  const { columns, description } = texts.compare.props
  const { account, storybook, to: version } = place
  return (
    <Section id="props" title={texts.compare.sections.props}>
      <DataTable
        label={texts.compare.sections.props}
        head={
          <>
            <HeadCell>{columns.component}</HeadCell>
            <HeadCell>{columns.prop}</HeadCell>
            <HeadCell>{columns.change}</HeadCell>
            <HeadCell>{columns.before}</HeadCell>
            <HeadCell>{columns.after}</HeadCell>
          </>
        }
      >
        {components.flatMap(({ id, name, props, isDescriptionChanged }) => {
          const link = (
            <Anchor
              component={Link}
              to={componentAddress({ account, storybook, component: id, version })}
              size="sm"
            >
              {name}
            </Anchor>
          )
          return [
            ...props.map((change) => (
              <Table.Tr key={`${id} ${propOf(change).name}`}>
                <Cell label={columns.component}>{link}</Cell>
                <PropCells change={change} />
              </Table.Tr>
            )),
            ...(isDescriptionChanged
              ? [
                  <Table.Tr key={`${id} description`}>
                    <Cell label={columns.component}>{link}</Cell>
                    <Cell label={columns.prop}>{texts.shell.nothing}</Cell>
                    <Cell label={columns.change}>{description}</Cell>
                    <Cell label={columns.before}>{texts.shell.nothing}</Cell>
                    <Cell label={columns.after}>{texts.shell.nothing}</Cell>
                  </Table.Tr>,
                ]
              : []),
          ]
        })}
      </DataTable>
    </Section>
  )
}

function PropCells({ change }: { change: PropChange }) {
  const words = texts.compare.props
  const { before, after, note } = describeProp(change)
  return (
    <>
      <Cell label={words.columns.prop}>
        <Code>{propOf(change).name}</Code>
      </Cell>
      <Cell label={words.columns.change}>
        <span>
          {words[change.change]}
          {note !== undefined && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </span>
      </Cell>
      <Cell label={words.columns.before} kind="text">
        <Side text={before} />
      </Cell>
      <Cell label={words.columns.after} kind="text">
        <Side text={after} />
      </Cell>
    </>
  )
}

function Side({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return texts.shell.nothing
  return <Code className={classes.code}>{text}</Code>
}
