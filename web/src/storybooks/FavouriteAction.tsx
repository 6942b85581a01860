import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'

import { IconAction } from '../shell/IconAction.tsx'
import { texts } from '../texts/texts.ts'
import { useSetFavourite } from './mutations.ts'

/** Makes a storybook a favourite of the person, or no longer. */
export function FavouriteAction({ account, storybook }: { account: string; storybook: ListedStorybook }) {
  const { publicId, title, isFavourite } = storybook
  const { mutate } = useSetFavourite(account, publicId)
  const { favourites } = texts.storybooks
  return (
    <IconAction
      icon={isFavourite ? IconStarFilled : IconStar}
      color={isFavourite ? 'teal' : 'gray'}
      label={isFavourite ? favourites.removeOne(title) : favourites.addOne(title)}
      tooltip={isFavourite ? favourites.remove : favourites.add}
      onClick={() => mutate(!isFavourite)}
    />
  )
}
