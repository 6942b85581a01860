import { ActionIcon, Menu } from '@mantine/core'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconDots, IconEdit, IconHistory, IconStar, IconStarFilled, IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import { useSetFavourite } from './mutations.ts'
import type { useStorybookActions } from './StorybookActions.tsx'

interface StorybookMenuProps {
  storybook: ListedStorybook
  actions: ReturnType<typeof useStorybookActions>
}

/** What can be done with a storybook, where icons for it have no room. */
export function StorybookMenu({ storybook, actions }: StorybookMenuProps) {
  const { publicId, title, isFavourite } = storybook
  const { mutate: setFavourite } = useSetFavourite(actions.account, publicId)
  const { favourites } = texts.storybooks
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={texts.storybooks.actionsOf(title)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={isFavourite ? <IconStarFilled size={18} /> : <IconStar size={18} />}
          onClick={() => setFavourite(!isFavourite)}
        >
          {isFavourite ? favourites.remove : favourites.add}
        </Menu.Item>
        {actions.hasVersions && (
          <Menu.Item component={Link} to={`${actions.home}/versions`} leftSection={<IconHistory size={18} />}>
            {texts.storybooks.viewVersions}
          </Menu.Item>
        )}
        {actions.canPublish && (
          <Menu.Item leftSection={<IconUpload size={18} />} onClick={actions.upload.open}>
            {texts.storybooks.upload}
          </Menu.Item>
        )}
        {actions.canEdit && (
          <Menu.Item leftSection={<IconEdit size={18} />} onClick={actions.edit.open}>
            {texts.storybooks.edit}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
