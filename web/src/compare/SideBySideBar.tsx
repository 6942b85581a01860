import { Button, Select, Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'

import { IconAction } from '../shell/IconAction.tsx'
import { texts } from '../texts/texts.ts'
import { ViewerHeader } from '../viewer/ViewerHeader.tsx'
import type { ComparedEntry } from './changed-entries.ts'
import type { Side } from './SidePane.tsx'

import classes from './SideBySidePage.module.css'

interface SideBySideBarProps {
  title: string | undefined
  back: string | undefined
  entries: ComparedEntry[]
  current: ComparedEntry | undefined
  onShow: (id: string) => void
  /** The version that a narrow window shows. */
  side: Side
  onSide: (side: Side) => void
}

/** Chooses the story; the arrow keys go to the previous and the next one. */
export function SideBySideBar({ title, back, entries, current, onShow, side, onSide }: SideBySideBarProps) {
  const words = texts.compare.viewer
  const position = entries.findIndex(({ entry }) => entry.id === current?.entry.id)
  const previous = position > 0 ? entries[position - 1] : undefined
  const next = entries[position + 1]
  const show = (to: ComparedEntry | undefined) => to && onShow(to.entry.id)
  useHotkeys([
    ['ArrowLeft', () => show(previous)],
    ['ArrowRight', () => show(next)],
  ])
  return (
    <>
      <ViewerHeader>
        <Link to={back ?? '..'} className={classes.back} aria-label={words.back}>
          <IconArrowLeft size={18} aria-hidden />
          <span className={classes.wide}>{words.back}</span>
        </Link>
        {title === undefined ? (
          <Skeleton h={16} w={120} className={classes.wide} />
        ) : (
          <h1 className={classes.title}>{title}</h1>
        )}
        <div className={classes.story}>
          <IconAction
            icon={IconChevronLeft}
            label={words.previous}
            isDisabled={!previous}
            onClick={() => show(previous)}
          />
          <Select
            aria-label={words.story}
            placeholder={words.nothing}
            size="xs"
            className={classes.select}
            data={optionsOf(entries, current)}
            value={current?.entry.id ?? null}
            onChange={(id) => id !== null && onShow(id)}
            allowDeselect={false}
            searchable
            maxDropdownHeight={400}
            limit={200}
            comboboxProps={{ keepMounted: false, width: 'max-content', position: 'bottom-start' }}
          />
          <IconAction
            icon={IconChevronRight}
            label={words.next}
            isDisabled={!next}
            onClick={() => show(next)}
          />
          {position >= 0 && (
            <span className={classes.position}>{words.position(position + 1, entries.length)}</span>
          )}
        </div>
      </ViewerHeader>
      <fieldset className={classes.sides} aria-label={words.side}>
        {(['before', 'after'] as const).map((each) => (
          <Button
            key={each}
            fullWidth
            size="xs"
            variant={each === side ? 'light' : 'default'}
            aria-pressed={each === side}
            onClick={() => onSide(each)}
          >
            {texts.compare[each]}
          </Button>
        ))}
      </fieldset>
    </>
  )
}

/** Grouped by the kind of change; an entry that did not change comes first. */
function optionsOf(entries: ComparedEntry[], current: ComparedEntry | undefined) {
  const isListed = entries.some(({ entry }) => entry.id === current?.entry.id)
  const all = current && !isListed ? [current, ...entries] : entries
  return [...Map.groupBy(all, ({ change }) => change)].map(([change, group]) => ({
    group: texts.compare.sections[change],
    items: group.map(({ entry: { id, title, name } }) => ({
      value: id,
      label: title === '' ? name : `${title} / ${name}`,
    })),
  }))
}
