import { Badge, SimpleGrid, Title, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconFolder, IconStarFilled } from '@tabler/icons-react'
import { Fragment, useDeferredValue, useId } from 'react'
import type { ReactNode } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { firstOf } from './arrange-storybooks.ts'
import type { StorybookGroup } from './arrange-storybooks.ts'
import { columns } from './columns.ts'
import { FavouriteAction } from './FavouriteAction.tsx'
import { StorybookCard } from './StorybookCard.tsx'
import { StorybookRow } from './StorybookRow.tsx'
import { useClosedGroups } from './use-remembered.ts'
import type { View } from './use-remembered.ts'

import classes from './StorybookGroups.module.css'

/** Enough for a first screen. The others are rendered behind it. */
const firstShown: Record<View, number> = { cards: 6, list: 18 }

interface StorybookGroupsProps {
  groups: StorybookGroup[]
  view: View
  /** Whether there are so many that favourites help. */
  hasFavourites: boolean
}

/** Cards or a list, below a heading that opens and closes wherever there is more than one group. */
export function StorybookGroups({ groups, view, hasFavourites }: StorybookGroupsProps) {
  const { publicId: account } = useAccount()
  const [closed, setClosed] = useClosedGroups(account)
  const limit = useDeferredValue(Infinity, firstShown[view])
  const isOpen = (group: StorybookGroup) => group.kind === 'all' || !closed.includes(keyOf(group))
  return firstOf(groups, isOpen, limit).map(({ group, storybooks, cardsBefore }) => {
    const key = keyOf(group)
    const shown = storybooks.length > 0 && (
      <Storybooks
        kind={group.kind}
        view={view}
        storybooks={storybooks}
        before={cardsBefore}
        hasFavourites={hasFavourites}
      />
    )
    if (group.kind === 'all') return <Fragment key={key}>{shown}</Fragment>
    const toggle = () => setClosed(isOpen(group) ? [...closed, key] : closed.filter((other) => other !== key))
    return (
      <Group key={key} group={group} isOpen={isOpen(group)} onToggle={toggle}>
        {shown}
      </Group>
    )
  })
}

const keyOf = ({ kind, folder }: StorybookGroup) => `${kind} ${folder}`

interface StorybooksProps {
  kind: StorybookGroup['kind']
  view: View
  storybooks: ListedStorybook[]
  /** How many are shown before these. */
  before: number
  hasFavourites: boolean
}

function Storybooks({ kind, view, storybooks, before, hasFavourites }: StorybooksProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false
  const propsOf = (storybook: ListedStorybook, index: number) => ({
    storybook,
    isInGroup: kind !== 'all',
    hasFolder: kind !== 'folder',
    isFirst: before + index < firstShown[view],
    ...(hasFavourites && { Favourite: FavouriteAction }),
  })
  if (view === 'list') {
    return (
      <div className={classes.rows}>
        {storybooks.map((storybook, index) => (
          <StorybookRow key={storybook.publicId} {...propsOf(storybook, index)} isNarrow={isNarrow} />
        ))}
      </div>
    )
  }
  return (
    <SimpleGrid cols={columns}>
      {storybooks.map((storybook, index) => (
        <StorybookCard key={storybook.publicId} {...propsOf(storybook, index)} />
      ))}
    </SimpleGrid>
  )
}

interface GroupProps {
  group: StorybookGroup
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

function Group({ group: { kind, folder, storybooks }, isOpen, onToggle, children }: GroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.group}>
      <Title order={2} size="h3">
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={onToggle} data-stop>
          <ToggleChevron size={18} />
          {kind === 'favourites' && <IconStarFilled size={18} aria-hidden className={classes.icon} />}
          {kind === 'folder' && <IconFolder size={18} aria-hidden className={classes.icon} />}
          <span id={id} className={classes.name}>
            {nameOf(kind, folder)}
          </span>
          <Badge variant="default" component="span" fw={500}>
            {formatNumber(storybooks.length)}
          </Badge>
        </UnstyledButton>
      </Title>
      {children}
    </section>
  )
}

const nameOf = (kind: StorybookGroup['kind'], folder: string) =>
  kind === 'favourites'
    ? texts.storybooks.groups.favourites
    : kind === 'others'
      ? texts.storybooks.groups.others
      : folder
