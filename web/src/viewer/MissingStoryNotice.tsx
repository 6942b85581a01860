import { Button, Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { searchAddress } from '../search/search-address.ts'
import { texts } from '../texts/texts.ts'
import { BuildNotice } from './BuildNotice.tsx'

interface MissingStoryNoticeProps {
  /** The id of a story or docs page. */
  story: string
  onShowFirst: () => void
  /** Where it may be instead. Guests see only this version. */
  otherPlaces?: ReactNode
}

/** Over Storybook's own error: the version does not have the story that the address names. */
export function MissingStoryNotice({ story, onShowFirst, otherPlaces }: MissingStoryNoticeProps) {
  const { title, detail, showFirst } = texts.viewer.missingStory
  return (
    <BuildNotice title={title} text={detail(<Code>{story}</Code>)}>
      {otherPlaces}
      <Button size="xs" variant="default" onClick={onShowFirst}>
        {showFirst}
      </Button>
    </BuildNotice>
  )
}

interface OtherPlacesProps {
  account: string
  story: string
  /** If there is a newer version. */
  onShowNewest?: () => void
}

/** Where a story may be that a version does not have. */
export function OtherPlaces({ account, story, onShowNewest }: OtherPlacesProps) {
  return (
    <>
      {onShowNewest && (
        <Button size="xs" onClick={onShowNewest}>
          {texts.viewer.age.showNewest}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={searchAddress(account, { q: componentWords(story) })}
      >
        {texts.viewer.missingStory.search}
      </Button>
    </>
  )
}

/** A renamed story is found by its component: `actions-button--primary` is about "actions button". */
const componentWords = (story: string) => (story.split('--')[0] ?? '').replaceAll('-', ' ')
