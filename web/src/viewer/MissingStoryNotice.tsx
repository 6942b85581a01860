import { Button, Code } from '@mantine/core'
import { Link } from 'react-router'

import { searchAddress } from '../search/search-address.ts'
import { texts } from '../texts/texts.ts'
import { BuildNotice } from './BuildNotice.tsx'

interface MissingStoryNoticeProps {
  /** The id of a story or docs page. */
  story: string
  /** The account to search for it in; guests have none. */
  account?: string | undefined
  onShowFirst: () => void
  /** If there is a newer version. */
  onShowNewest?: () => void
}

/** Over Storybook's own error: the version does not have the story that the address names. */
export function MissingStoryNotice({ story, account, onShowFirst, onShowNewest }: MissingStoryNoticeProps) {
  const { title, detail, showFirst, search } = texts.viewer.missingStory
  return (
    <BuildNotice title={title} text={detail(<Code>{story}</Code>)}>
      {onShowNewest && (
        <Button size="xs" onClick={onShowNewest}>
          {texts.viewer.age.showNewest}
        </Button>
      )}
      {account !== undefined && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={searchAddress(account, { q: componentWords(story) })}
        >
          {search}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={onShowFirst}>
        {showFirst}
      </Button>
    </BuildNotice>
  )
}

/** A renamed story is found by its component: `actions-button--primary` is about "actions button". */
const componentWords = (story: string) => (story.split('--')[0] ?? '').replaceAll('-', ' ')
