import { Button, Menu } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import { IconPhotoStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { showSuccess } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { useChoosePicture } from './mutations.ts'
import { thumbnailQuery } from './thumbnails.ts'

interface UseAsPictureProps {
  storybook: string
  version: string
  component: string
  story: { id: string; name: string }
}

/** Lets the picture of a story stand for its storybook or its component. Not there without a picture. */
export function UseAsPicture({ storybook, version, component, story }: UseAsPictureProps) {
  const { role, publicId: account } = useAccount()
  const { data: own } = useQuery(thumbnailQuery(account, { version, id: story.id }))
  const { data: ofStorybook } = useQuery(thumbnailQuery(account, { version }))
  const { data: ofComponent } = useQuery(thumbnailQuery(account, { version, id: component }))
  const { mutate, isPending } = useChoosePicture(account, storybook)
  const words = texts.pictures.choose
  if (!can(role, 'editStorybooks') || !own?.files) return null
  const subjects = [
    { of: 'storybook', shown: ofStorybook },
    { of: 'component', shown: ofComponent },
  ] as const
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPhotoStar size={16} aria-hidden />}
          aria-label={words.label(story.name)}
          loading={isPending}
        >
          {words.action}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {subjects.map(({ of, shown }) => {
          const isChosen = shown?.isChosen === true && shown.story === story.id
          return (
            <Menu.CheckboxItem
              key={of}
              checked={isChosen}
              closeMenuOnClick
              onChange={() =>
                mutate(
                  { of, story: story.id, isChosen: !isChosen },
                  { onSuccess: () => showSuccess(isChosen ? words.undone : words.chosen[of]) },
                )
              }
            >
              {words[of]}
            </Menu.CheckboxItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
