import { Anchor, Stack, Text } from '@mantine/core'
import { maxNewVersions } from '@plinth/contract/storybooks.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconFolder } from '@tabler/icons-react'
import { Link } from 'react-router'

import { ChangeNumbers } from '../compare/ChangeNumbers.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { describeBuild } from './describe-build.ts'

import classes from './StorybookCard.module.css'

interface CardDetailsProps {
  storybook: ListedStorybook
  home: string
  hasFolder: boolean
}

/** What a card says of its storybook. */
export function CardDetails({ storybook, home, hasFolder }: CardDetailsProps) {
  const { description, folder, lastUpdated } = storybook
  return (
    <>
      {description && (
        <Text size="sm" lineClamp={3} className={classes.description}>
          {description}
        </Text>
      )}
      <Stack gap={2} className={classes.facts}>
        {hasFolder && folder && (
          <Text size="sm" c="dimmed" className={classes.folder}>
            <IconFolder size={16} aria-hidden />
            {folder}
          </Text>
        )}
        <News storybook={storybook} home={home} />
        <Text size="sm" c="dimmed">
          {describeNewest(storybook)}
        </Text>
        {lastUpdated && (
          <Text size="sm" c="dimmed">
            {texts.storybooks.lastUpdated(<RelativeTime date={lastUpdated} />)}
          </Text>
        )}
      </Stack>
    </>
  )
}

function describeNewest({ latest, mainBranch, versionCount }: ListedStorybook): string {
  if (latest) return describeBuild(latest)
  return mainBranch !== null && versionCount > 0
    ? texts.storybooks.noVersionOf(mainBranch)
    : texts.storybooks.noVersion
}

/** What was published since the person last looked, if anything. */
function News({ storybook, home }: Pick<CardDetailsProps, 'storybook' | 'home'>) {
  const { newVersions, newChanges } = storybook
  if (!newVersions) return null
  return (
    <Text size="sm" component="div" className={classes.news}>
      <Anchor component={Link} to={`${home}/versions`} inherit underline="hover" fw={500}>
        {texts.storybooks.newVersions(newVersions, newVersions === maxNewVersions)}
      </Anchor>
      {newChanges && <ChangeNumbers counts={newChanges} />}
    </Text>
  )
}
