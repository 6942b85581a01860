import { Badge, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router'

import { compareAddress, viewerAddress } from '../addresses.ts'
import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import type { ComparedEntry } from './changed-entries.ts'

import classes from './EntryList.module.css'

/** Where entries are compared. */
export interface ComparedVersions {
  account: string
  storybook: string
  from: string
  to: string
}

interface EntryListProps {
  place: ComparedVersions
  entries: ComparedEntry[]
  /** Whether to fold the entries of each title. */
  isLong: boolean
}

/** Stories and docs pages by title, each with links to it in both versions and side by side. */
export function EntryList({ place, entries, isLong }: EntryListProps) {
  const titles = Map.groupBy(entries, ({ entry }) => entry.title)
  return (
    <ul className={classes.list}>
      {[...titles].map(([title, group]) => (
        <TitleGroup key={title} title={title} place={place} entries={group} startsOpen={!isLong} />
      ))}
    </ul>
  )
}

interface TitleGroupProps {
  title: string
  place: ComparedVersions
  entries: ComparedEntry[]
  startsOpen: boolean
}

function TitleGroup({ title, place, entries, startsOpen }: TitleGroupProps) {
  const [isOpen, { toggle }] = useDisclosure(startsOpen)
  return (
    <li className={classes.group}>
      <UnstyledButton className={classes.title} aria-expanded={isOpen} onClick={toggle}>
        <ToggleChevron />
        <span className={classes.name}>{title.split('/').join(' / ')}</span>
        <Badge variant="default" size="sm" component="span" fw={400}>
          {formatNumber(entries.length)}
        </Badge>
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <EntryRow key={entry.entry.id} place={place} compared={entry} />
          ))}
        </ul>
      )}
    </li>
  )
}

function EntryRow({ place, compared }: { place: ComparedVersions; compared: ComparedEntry }) {
  const { entry, before, after, change, isChangedToo = false } = compared
  const { account, storybook, from, to } = place
  const words = texts.compare
  const kind = entry.kind === 'docs' ? words.docs : words.test
  return (
    <li className={classes.entry}>
      <Link
        to={compareAddress({ ...place, story: entry.id })}
        className={classes.link}
        aria-label={words.compareStory(entry.name)}
      >
        {entry.name}
      </Link>
      {entry.kind !== 'story' && entry.name !== kind && (
        <Badge variant="default" size="xs" tt="none" component="span" fw={400}>
          {kind}
        </Badge>
      )}
      {change === 'renamed' && before && (
        <span className={classes.note}>{words.wasNamed(`${before.title} / ${before.name}`)}</span>
      )}
      {isChangedToo !== false && (
        <span className={classes.note}>
          {isChangedToo === null ? words.mayHaveChanged : words.alsoChanged}
        </span>
      )}
      <span className={classes.sides}>
        {before && (
          <Link
            to={viewerAddress({ account, storybook, version: from, entry: before })}
            aria-label={words.openBefore(before.name)}
          >
            {words.before}
          </Link>
        )}
        {after && (
          <Link
            to={viewerAddress({ account, storybook, version: to, entry: after })}
            aria-label={words.openAfter(after.name)}
          >
            {words.after}
          </Link>
        )}
      </span>
    </li>
  )
}
