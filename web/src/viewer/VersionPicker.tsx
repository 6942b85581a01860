import { Badge, Box, Button, Group, Menu, Skeleton, Text } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'
import { IconCheck, IconChevronDown, IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router'

import { formatExact, formatRelative } from '../shell/formats.ts'
import { useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { describeSource } from '../versions/describe-source.ts'

import classes from './ViewerBar.module.css'

/** The versions page lists older ones. */
const maxShown = 30

interface VersionPickerProps {
  /** The viewer's address without a version. */
  home: string
  /** Newest first; undefined until they are loaded. */
  versions: Version[] | undefined
  newest: string | undefined
  /** Whether loading has failed, so that placeholders are no longer shown. */
  hasFailed: boolean
  current: string | undefined
  /** Keeps the current story when another version is chosen. */
  search: string
}

export function VersionPicker({ home, versions, newest, hasFailed, current, search }: VersionPickerProps) {
  const now = useNow()
  if (versions?.length === 0) return null
  if (!versions || current === undefined) return hasFailed ? null : <Skeleton h={30} w={150} />

  const nameOf = ({ createdAt, ...version }: Version) =>
    [formatRelative(createdAt, now, 'narrow'), version.release, describeSource(version)]
      .filter(Boolean)
      .join(' · ')
  const shown = versions.find(({ publicId }) => publicId === current)
  const source = shown && (shown.release ?? describeSource(shown))
  return (
    <Menu position="bottom-end" width={320} transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.picker}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={texts.viewer.chooseVersion(shown ? nameOf(shown) : current)}
          {...(shown && { title: formatExact(shown.createdAt) })}
        >
          <span className={classes.version}>
            {shown ? formatRelative(shown.createdAt, now, 'narrow') : current}
            {source && <span className={classes.wide}> · {source}</span>}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{texts.viewer.versions}</Menu.Label>
        {versions.slice(0, maxShown).map((version) => (
          <Menu.Item
            key={version.publicId}
            component={Link}
            to={`${home}/version/${version.publicId}${search}`}
            aria-current={version.publicId === current}
            leftSection={version.publicId === current ? <IconCheck size={16} aria-hidden /> : <Box w={16} />}
            rightSection={version.publicId === newest ? <Newest /> : undefined}
          >
            <Text size="sm" truncate title={formatExact(version.createdAt)}>
              {nameOf(version)}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {version.message || texts.versions.noMessage}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={`${home}/versions`}
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          {texts.viewer.allVersions}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Newest() {
  return (
    <Group>
      <Badge variant="light" size="sm" tt="none">
        {texts.versions.newest}
      </Badge>
    </Group>
  )
}
