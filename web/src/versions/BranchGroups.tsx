import { Badge, Button, Center, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { Branch } from '@plinth/contract/versions.ts'
import { IconEye } from '@tabler/icons-react'
import { useDeferredValue } from 'react'

import { namedVersionAddress, viewerAddress } from '../addresses.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { texts } from '../texts/texts.ts'
import { versionsOfBranch } from './queries.ts'
import type { Selection } from './use-selection.ts'
import { VersionList } from './VersionList.tsx'
import { firstRows } from './VersionsTable.tsx'

import classes from './BranchGroups.module.css'

interface BranchGroupsProps {
  account: string
  storybook: Storybook
  branches: Branch[]
  selection: Selection
  /** Loads more branches; undefined if these are all. */
  onMore: (() => void) | undefined
  isLoading: boolean
}

/**
 * The versions by branch. The first one, which is the main branch if there is one, is open. Branches below the first screen
 * are rendered behind it.
 */
export function BranchGroups({ branches, onMore, isLoading, ...rest }: BranchGroupsProps) {
  const rowsBefore = branches[0]?.versionCount ?? 0
  const limit = useDeferredValue(Infinity, 1 + Math.max(0, firstRows - rowsBefore))
  return (
    <Stack gap="sm">
      {branches.slice(0, limit).map((branch, index) => (
        <BranchGroup key={branch.name ?? ''} branch={branch} isOpenAtFirst={index === 0} {...rest} />
      ))}
      {limit === Infinity && onMore && (
        <Center>
          <Button variant="default" loading={isLoading} onClick={onMore}>
            {texts.versions.moreBranches}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

interface BranchGroupProps extends Pick<BranchGroupsProps, 'account' | 'storybook' | 'selection'> {
  branch: Branch
  isOpenAtFirst: boolean
}

function BranchGroup({ account, storybook, selection, branch, isOpenAtFirst }: BranchGroupProps) {
  const { name, isMain, versionCount, newest } = branch
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst)
  const id = useId()
  const label = name ?? texts.versions.noBranch
  const place = { account, storybook: storybook.publicId }
  return (
    <section className={classes.group} aria-labelledby={`${id}-name`}>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-versions`}
          onClick={toggle}
        >
          <ToggleChevron size={18} />
          <Text component="h2" size="md" fw={600} id={`${id}-name`} className={classes.name}>
            {label}
          </Text>
          {isMain && (
            <Badge variant="light" size="sm" tt="none">
              {texts.versions.main}
            </Badge>
          )}
        </UnstyledButton>
        <Group gap="xs" wrap="nowrap" className={classes.facts}>
          <Text size="sm" c="dimmed" component="span">
            {texts.versions.count(versionCount)} · <RelativeTime date={newest.createdAt} />
          </Text>
          <IconAction
            icon={IconEye}
            label={texts.versions.viewBranch(label)}
            to={
              name === null
                ? viewerAddress({ ...place, version: newest.publicId })
                : namedVersionAddress(place, { by: 'branch', name })
            }
          />
        </Group>
      </div>
      <div id={`${id}-versions`} className={classes.versions}>
        {isOpen && (
          <VersionList
            account={account}
            storybook={storybook}
            filters={versionsOfBranch(branch)}
            selection={selection}
            label={texts.versions.ofBranch(label)}
          />
        )}
      </div>
    </section>
  )
}
