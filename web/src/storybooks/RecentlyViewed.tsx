import { Title } from '@mantine/core'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { formatExact, formatRelative } from '../shell/formats.ts'
import { useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { recentlyViewed } from './arrange-storybooks.ts'
import { StorybookMark } from './StorybookMark.tsx'

import classes from './RecentlyViewed.module.css'

const maxShown = 6

/** Shortcuts to what the person opened last. */
export function RecentlyViewed({ storybooks }: { storybooks: ListedStorybook[] }) {
  const { publicId: account } = useAccount()
  const now = useNow()
  const viewed = recentlyViewed(storybooks, maxShown)
  if (viewed.length === 0) return null
  return (
    <section aria-labelledby="recently-viewed">
      <Title order={2} size="h5" id="recently-viewed" mb="xs">
        {texts.storybooks.recentlyViewed}
      </Title>
      <ul className={classes.list}>
        {viewed.map((storybook) => (
          <li key={storybook.publicId}>
            <Link
              to={`/account/${account}/storybook/${storybook.publicId}`}
              className={classes.link}
              data-stop
            >
              <StorybookMark account={account} storybook={storybook} size={28} />
              <span className={classes.title} title={storybook.title}>
                {storybook.title}
              </span>
              {storybook.viewedAt && (
                <time
                  dateTime={storybook.viewedAt}
                  title={formatExact(storybook.viewedAt)}
                  className={classes.time}
                >
                  {formatRelative(storybook.viewedAt, now, 'narrow')}
                </time>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
