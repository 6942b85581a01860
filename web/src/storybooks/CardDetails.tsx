import { Anchor, Text } from '@mantine/core'
import { maxNewVersions } from '@plinth/contract/storybooks.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { Link } from 'react-router'

import { ChangeNumbers } from '../compare/ChangeNumbers.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { describeNewest } from './describe-build.ts'
import { MainComponents } from './MainComponents.tsx'

import classes from './StorybookCard.module.css'

interface CardDetailsProps {
  storybook: ListedStorybook
  home: string
}

/** What a card says of its storybook. */
export function CardDetails({ storybook, home }: CardDetailsProps) {
  const { description, lastUpdated, versionCount } = storybook
  return (
    <>
      {description && (
        <Text size="sm" lineClamp={2} className={classes.description}>
          {description}
        </Text>
      )}
      <div className={classes.details} data-is-empty={versionCount === 0 || undefined}>
        <MainComponents storybook={storybook} />
        <News storybook={storybook} home={home} />
        <Text size="sm" c="dimmed" className={classes.facts}>
          {describeNewest(storybook)}
          {lastUpdated && (
            <>
              {' · '}
              {texts.storybooks.lastUpdated(<RelativeTime date={lastUpdated} />)}
            </>
          )}
        </Text>
      </div>
    </>
  )
}

/** What was published since the person last looked, if anything. */
function News({ storybook, home }: CardDetailsProps) {
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
