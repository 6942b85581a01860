import { Button, Text, UnstyledButton } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import type { Output } from '@plinth/contract/endpoint.ts'
import type { search as searchEndpoint, SearchResult } from '@plinth/contract/search.ts'
import { IconArrowRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'

import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import { correctedQuery } from './corrected-query.ts'
import type { inGroups } from './in-groups.ts'
import { keyOf } from './key-of.ts'
import { kindIcons } from './kind-icons.ts'
import { Marked } from './Marked.tsx'
import { ResultPicture } from './ResultPicture.tsx'

import classes from './SearchPalette.module.css'

type Found = Output<typeof searchEndpoint>

interface PaletteResultsProps {
  account: string
  listId: string
  query: string
  search: UseQueryResult<Found>
  groups: ReturnType<typeof inGroups>
  /** The number of the option that Enter opens. */
  active: number
  isReady: boolean
  /** Whether the results are those of an earlier query. */
  isStale: boolean
  onChoose: (result: SearchResult, event: MouseEvent) => void
  onShowAll: (event: MouseEvent) => void
}

export function PaletteResults(props: PaletteResultsProps) {
  const { account, listId, query, search, groups, active, isReady, isStale, onChoose, onShowAll } = props
  const { data, error } = search
  const count = groups.reduce((total, { results }) => total + results.length, 0)
  if (!isReady) return <Spotlight.Empty className={classes.message}>{texts.search.hint}</Spotlight.Empty>
  if (error && !isStale) {
    return (
      <Spotlight.Empty className={classes.message}>
        <Text size="sm" mb="xs">
          {texts.search.failed}. {errorMessage(error)}
        </Text>
        <Button variant="default" size="xs" onClick={() => void search.refetch()}>
          {texts.shell.tryAgain}
        </Button>
      </Spotlight.Empty>
    )
  }
  if (count === 0) {
    return (
      <Spotlight.Empty className={classes.message}>
        {isStale ? texts.search.searching : texts.search.nothing(query)}
      </Spotlight.Empty>
    )
  }
  // Spotlight has the behaviour of a listbox, but not its roles.
  const list = { id: listId, role: 'listbox', 'aria-label': texts.search.results }
  let position = 0
  const option = () => {
    const index = position++
    return { id: `${listId}-${index}`, isActive: index === active }
  }
  const shown = groups.flatMap(({ results }) => results)[active]
  return (
    <>
      {data && data.corrections.length > 0 && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {texts.search.corrected(<b>{correctedQuery(query, data.corrections)}</b>)}
        </Text>
      )}
      <Spotlight.ActionsList
        {...list}
        className={isStale ? `${classes.list} ${classes.stale}` : classes.list}
      >
        {groups.map(({ kind, results }) => (
          <Spotlight.ActionsGroup key={kind} {...group(texts.search.groups[kind])} className={classes.group}>
            {results.map((result) => (
              <Option key={keyOf(result)} {...option()} onClick={(event) => onChoose(result, event)}>
                <Result result={result} />
              </Option>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        <Option {...option()} onClick={onShowAll}>
          <IconArrowRight size={18} aria-hidden className={classes.icon} />
          <span className={classes.name}>{texts.search.allResults(query)}</span>
        </Option>
      </Spotlight.ActionsList>
      {shown && !isStale && (
        <div className={classes.preview}>
          <ResultPicture account={account} result={shown} place="story" />
        </div>
      )}
    </>
  )
}

const group = (label: string) => ({ role: 'group', label, 'aria-label': label })

interface OptionProps {
  id: string
  isActive: boolean
  onClick: (event: MouseEvent) => void
  children: ReactNode
}

/** Spotlight's own action drops the id, by which the field names the active one. */
function Option({ id, isActive, onClick, children }: OptionProps) {
  const option = { id, role: 'option', 'aria-selected': isActive, tabIndex: -1 }
  return (
    <UnstyledButton
      {...option}
      className={classes.option}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  )
}

function Result({ result }: { result: SearchResult }) {
  const { kind, name, title, storybookTitle, marks } = result
  const Icon = kindIcons[kind]
  return (
    <>
      <Icon size={18} aria-hidden className={classes.icon} />
      <span className={classes.name}>
        <Marked text={name} marks={marks.name} />
      </span>
      {kind !== 'storybook' && (
        <span className={classes.place}>
          {title !== '' && title !== name && (
            <>
              <Marked text={title} marks={marks.title} />
              {' · '}
            </>
          )}
          {storybookTitle}
        </span>
      )}
    </>
  )
}
