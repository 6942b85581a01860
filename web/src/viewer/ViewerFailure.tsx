import { Button } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { Link } from 'react-router'

import { storybookAddress, viewerAddress } from '../addresses.ts'
import { texts } from '../texts/texts.ts'
import { NothingPublished } from './NothingPublished.tsx'
import { CookiesRefused } from './viewer-session.ts'
import { specifiedText, ViewerErrorAlert } from './ViewerErrorAlert.tsx'

interface ViewerFailureProps {
  account: string
  storybook: string
  error: Error
  /** Undefined if the storybook does not exist. */
  details: Storybook | undefined
  /** Whether the newest version was asked for. */
  isNewest: boolean
  /** Keeps the story where another version is offered. */
  search: string
  retry: () => void
  onOpenInNewTab: () => void
}

/** Why a version cannot be shown, and what can be shown or done instead. */
export function ViewerFailure(props: ViewerFailureProps) {
  const { error, details, isNewest, search, retry, onOpenInNewTab, ...place } = props
  const storybooks = `/account/${place.account}/storybooks`
  const common = { error, storybooks, retry, onOpenInNewTab }
  if (!details || error instanceof CookiesRefused) return <ViewerErrorAlert {...common} />
  if (details.versionCount === 0) {
    return (
      <NothingPublished
        storybook={details}
        reason={specifiedText(error)}
        storybooks={storybooks}
        onUploaded={retry}
      />
    )
  }
  const hasNewest = details.latest !== null
  const isGone = error instanceof ApiError ? error.status === 404 : !isNewest
  return (
    <ViewerErrorAlert
      {...common}
      advice={isGone && hasNewest ? texts.viewer.advice.goneVersion : undefined}
      actions={
        <>
          {hasNewest && !isNewest && (
            <Button size="xs" component={Link} to={viewerAddress(place) + search}>
              {texts.viewer.age.showNewest}
            </Button>
          )}
          <Button size="xs" variant="default" component={Link} to={`${storybookAddress(place)}/versions`}>
            {texts.viewer.allVersions}
          </Button>
        </>
      }
    />
  )
}
