import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { compareAddress, readRange } from '../addresses.ts'
import { usePageAnnouncement } from '../shell/announcements.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { useBrowserTitle } from '../viewer/use-browser-title.ts'
import { comparisonQuery } from './queries.ts'
import { SideBySideBar } from './SideBySideBar.tsx'
import { SidePane } from './SidePane.tsx'
import type { Side } from './SidePane.tsx'
import { useComparedEntry } from './use-compared-entry.ts'
import { useStoryRequests } from './use-story-requests.ts'

import classes from './SideBySidePage.module.css'

/** A story of two versions beside each other; in a narrow window, one at a time. */
export function SideBySidePage() {
  const { publicId: account } = useAccount()
  const { storybook = '', range, story = '' } = useParams()
  const navigate = useNavigate()
  const details = useQuery(storybookQuery(account, storybook))
  const { data: comparison, error, refetch } = useQuery(comparisonQuery(account, storybook, readRange(range)))
  const { entries, current, find } = useComparedEntry(account, storybook, comparison, story)

  const from = comparison?.from.publicId
  const to = comparison?.to.publicId
  // Replaced, so that Back leads to the comparison and not through every story.
  const show = useCallback(
    (id: string) => {
      if (to === undefined) return
      void navigate(compareAddress({ account, storybook, from, to, story: id }), { replace: true })
    },
    [navigate, account, storybook, from, to],
  )
  useStoryRequests((request) => {
    const found = find(request)
    if (found !== undefined && found !== story) show(found)
  })

  const title = details.data ? texts.compare.viewer.title(details.data.title) : undefined
  usePageAnnouncement(title)
  useBrowserTitle(details.data?.title, current ? `${current.entry.title} / ${current.entry.name}` : '')

  const panes = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<Side>('before')
  const reveal = (next: Side) => {
    const { current: frame } = panes
    frame?.scrollTo({ left: next === 'before' ? 0 : frame.scrollWidth })
    setSide(next)
  }
  return (
    <div className={classes.page}>
      <SideBySideBar
        title={title}
        back={comparison && compareAddress({ account, storybook, from, to: comparison.to.publicId })}
        entries={entries}
        current={current}
        onShow={show}
        side={side}
        onSide={reveal}
      />
      <main id="content" tabIndex={-1} className={classes.main}>
        {!comparison && error ? (
          <div className={classes.message}>
            <ErrorAlert title={texts.compare.fetchFailed} error={error} retry={() => void refetch()} />
          </div>
        ) : (
          <div
            ref={panes}
            className={classes.panes}
            onScroll={({ currentTarget: { scrollLeft, clientWidth, scrollWidth } }) => {
              if (scrollWidth > clientWidth) setSide(scrollLeft < clientWidth / 2 ? 'before' : 'after')
            }}
          >
            {(['before', 'after'] as const).map((each) => (
              <SidePane
                key={each}
                account={account}
                storybook={storybook}
                side={each}
                version={comparison && (each === 'before' ? comparison.from : comparison.to)}
                entry={current?.[each]}
                isMissing={current !== undefined && current[each] === undefined}
              />
            ))}
          </div>
        )}
      </main>
    </div>
  )
}
