import { Badge, Button, Combobox, Skeleton, useCombobox } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'
import { IconCheck, IconChevronDown, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { storybookAddress, viewerAddress } from '../addresses.ts'
import { focusContent } from '../shell/announcements.tsx'
import { formatExact, formatRelative } from '../shell/formats.ts'
import { useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { describeSource, shortCommit } from '../versions/describe-source.ts'
import { pickableVersionsQuery } from '../versions/queries.ts'
import { groupByBranch, matchesText } from './version-groups.ts'

import classes from './VersionPicker.module.css'

interface VersionPickerProps {
  account: string
  storybook: string
  mainBranch: string | null
  /** The newest ones, newest first; undefined until they are loaded. */
  versions: Version[] | undefined
  newest: string | undefined
  /** Whether loading has failed, so that placeholders are no longer shown. */
  hasFailed: boolean
  current: string | undefined
  /** The current one itself, once it is known. */
  shown: Version | undefined
  /** Keeps the current story when another version is chosen. */
  search: string
}

/** Names the shown version, and opens the list of others. */
export function VersionPicker(props: VersionPickerProps) {
  const { account, storybook, versions, hasFailed, current, shown, search } = props
  const now = useNow()
  const navigate = useNavigate()
  const combobox = useCombobox({ onDropdownOpen: () => combobox.focusSearchInput() })
  if (versions?.length === 0) return null
  if (!versions || current === undefined)
    return hasFailed ? null : <Skeleton h={30} w={150} className={classes.target} />

  const name = shown
    ? [formatRelative(shown.createdAt, now, 'narrow'), shown.release ?? describeSource(shown)].filter(Boolean)
    : [hasFailed ? texts.viewer.versions : current]
  const choose = (version: string) => {
    combobox.closeDropdown()
    // Without a menu in its way, the frame of the chosen version gets the focus.
    focusContent()
    void navigate(viewerAddress({ account, storybook, version }) + search)
  }
  return (
    <Combobox
      store={combobox}
      width={400}
      position="bottom-start"
      onOptionSubmit={choose}
      onClose={() => combobox.focusTarget()}
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
    >
      <Combobox.Target targetType="button" withKeyboardNavigation={false}>
        <Button
          variant="default"
          size="xs"
          className={classes.target ?? ''}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={texts.viewer.chooseVersion(name.join(' · '))}
          title={[name.join(' · '), shown && formatExact(shown.createdAt), shown?.message]
            .filter(Boolean)
            .join('\n')}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={classes.name}>
            {name[0]}
            {name[1] && <span className={classes.source}> · {name[1]}</span>}
          </span>
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown ?? ''}>
        {combobox.dropdownOpened && <Choices {...props} versions={versions} store={combobox} now={now} />}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface ChoicesProps extends VersionPickerProps {
  versions: Version[]
  store: ReturnType<typeof useCombobox>
  now: number
}

/** Searched and grouped by branch; only the list scrolls. */
function Choices({ account, storybook, mainBranch, versions, newest, current, store, now }: ChoicesProps) {
  const [text, setText] = useState('')
  const { data = versions } = useQuery(pickableVersionsQuery(account, storybook))
  const groups = groupByBranch(
    data.filter((version) => matchesText(version, text)),
    mainBranch,
  )
  const count = data.length
  const { selectActiveOption, selectFirstOption, focusSearchInput } = store
  useEffect(() => focusSearchInput(), [focusSearchInput])
  useEffect(() => {
    if (count === 0) return
    if (text === '') selectActiveOption()
    else selectFirstOption()
  }, [text, count, selectActiveOption, selectFirstOption])
  const words = texts.viewer.picker
  return (
    <>
      <Combobox.Search
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        placeholder={words.placeholder}
        aria-label={words.search}
        classNames={{ input: classes.search ?? '' }}
      />
      <Combobox.Options className={classes.list ?? ''} aria-label={texts.viewer.versions}>
        {groups.map(({ branch, versions: ofBranch }) => (
          <Combobox.Group
            key={branch ?? ''}
            label={groups.length > 1 || text !== '' ? (branch ?? texts.versions.noBranch) : undefined}
          >
            {ofBranch.map((version) => (
              <Choice
                key={version.publicId}
                version={version}
                isCurrent={version.publicId === current}
                isNewest={version.publicId === newest}
                now={now}
              />
            ))}
          </Combobox.Group>
        ))}
        {groups.length === 0 && <Combobox.Empty>{words.nothing}</Combobox.Empty>}
      </Combobox.Options>
      <Combobox.Footer>
        <Link to={`${storybookAddress({ account, storybook })}/versions`} className={classes.all}>
          <IconHistory size={16} aria-hidden />
          {texts.viewer.allVersions}
        </Link>
      </Combobox.Footer>
    </>
  )
}

interface ChoiceProps {
  version: Version
  isCurrent: boolean
  isNewest: boolean
  now: number
}

function Choice({ version, isCurrent, isNewest, now }: ChoiceProps) {
  const { publicId, createdAt, createdBy, message, release, commit } = version
  const title = message || texts.versions.noMessage
  const facts = [formatRelative(createdAt, now, 'narrow'), commit && shortCommit(commit), createdBy]
  return (
    <Combobox.Option
      value={publicId}
      active={isCurrent}
      aria-selected={isCurrent}
      className={classes.choice ?? ''}
      title={[title, formatExact(createdAt), describeSource(version), createdBy].filter(Boolean).join('\n')}
    >
      <span className={classes.words}>
        <span className={message ? classes.message : classes.noMessage}>{title}</span>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {release !== null && (
        <Badge variant="default" size="sm" tt="none" className={classes.release ?? ''}>
          {release}
        </Badge>
      )}
      {isNewest && (
        <Badge variant="light" size="sm" tt="none" className={classes.badge ?? ''}>
          {texts.versions.newest}
        </Badge>
      )}
      <span className={classes.check}>{isCurrent && <IconCheck size={16} aria-hidden />}</span>
    </Combobox.Option>
  )
}
