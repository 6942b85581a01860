import { Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { noteworthy } from '@plinth/contract/pictures.ts'
import type { ComparedPictures } from '@plinth/contract/pictures.ts'

import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { texts } from '../texts/texts.ts'
import { labelOf } from './label.ts'

import classes from './FoldedStories.module.css'

interface FoldedStoriesProps {
  stories: ComparedPictures[]
}

/** What nobody needs to look at, folded away: how many, and which if somebody asks. */
export function FoldedStories({ stories }: FoldedStoriesProps) {
  const { folded, unstableText } = texts.pictures
  const labelsOf = (isListed: (story: ComparedPictures) => boolean) => [
    ...new Set(stories.filter(isListed).map(labelOf)),
  ]
  const toLookAt = new Set(stories.filter(({ verdict }) => noteworthy.has(verdict)).map(({ story }) => story))
  const unstable = labelsOf(({ verdict }) => verdict === 'unstable')
  const same = labelsOf(({ verdict, story }) => verdict === 'same' && !toLookAt.has(story))
  const others = labelsOf(({ verdict }) => verdict === 'skipped' || verdict === 'failed')
  return (
    <div>
      <Folded title={folded.same(same.length)} stories={same} />
      <Folded title={folded.unstable(unstable.length)} text={unstableText} stories={unstable} />
      <Folded title={folded.others(others.length)} stories={others} />
    </div>
  )
}

interface FoldedProps {
  title: string
  text?: string
  /** As people know them. */
  stories: string[]
}

function Folded({ title, text, stories }: FoldedProps) {
  const [isOpen, { toggle }] = useDisclosure(false)
  if (stories.length === 0) return null
  return (
    <>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={toggle}>
        <ToggleChevron />
        {title}
      </UnstyledButton>
      {isOpen && (
        <div className={classes.stories}>
          {text && <Text size="sm">{text}</Text>}
          <ul>
            {stories.map((story) => (
              <li key={story}>{story}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
