import type { SharedVersion } from '@plinth/contract/share-links.ts'

import { Day } from '../shell/Day.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'

import classes from './SharePage.module.css'

type Shown = Pick<SharedVersion, 'title' | 'accountName' | 'branch' | 'createdAt' | 'linkExpiresAt'>

/** What a guest looks at, from whom, and until when. */
export function GuestBar({ share }: { share: Shown }) {
  const { title, accountName, branch, createdAt, linkExpiresAt } = share
  const { sharedBy, published, expires } = texts.shareLinks.page
  return (
    <header className={classes.bar}>
      <h1 className={classes.title} title={title}>
        {title}
      </h1>
      <div className={classes.facts} title={[sharedBy(accountName), branch].filter(Boolean).join(' · ')}>
        <span>{sharedBy(accountName)}</span>
        {branch && <span>{branch}</span>}
        <span>{published(<RelativeTime date={createdAt} />)}</span>
      </div>
      <div className={classes.expiry}>{expires(<Day date={linkExpiresAt} />)}</div>
    </header>
  )
}
