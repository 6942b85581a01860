import { Title } from '@mantine/core'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { formatExact, formatRelative } from '../shell/formats.ts'
import { useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { recentlyViewed } from './arrange-storybooks.ts'

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
        {viewed.map(({ publicId, title, viewedAt }) => (
          <li key={publicId}>
            <Link to={`/account/${account}/storybook/${publicId}`} className={classes.link} data-stop>
              <span className={classes.title}>{title}</span>
              {viewedAt && (
                <time dateTime={viewedAt} title={formatExact(viewedAt)} className={classes.time}>
                  {formatRelative(viewedAt, now, 'narrow')}
                </time>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
