import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ApiError } from '@plinth/contract/client.ts'
import { can } from '@plinth/contract/roles.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { storybookAddress, viewerAddress } from '../addresses.ts'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { texts } from '../texts/texts.ts'
import { ViewerErrorAlert } from './ViewerErrorAlert.tsx'

const UploadDialog = lazyDialog(async () => (await import('../versions/UploadDialog.tsx')).UploadDialog)

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
}

/** Why a version cannot be shown, and what can be shown or done instead. */
export function ViewerFailure({ error, details, isNewest, search, retry, ...place }: ViewerFailureProps) {
  const { role } = useAccount()
  const [isUploading, uploading] = useDisclosure()
  const storybooks = `/account/${place.account}/storybooks`
  if (!details) return <ViewerErrorAlert error={error} storybooks={storybooks} retry={retry} />

  const hasNewest = details.latest !== null
  const canUpload = !hasNewest && can(role, 'publish')
  return (
    <>
      <ViewerErrorAlert
        error={error}
        advice={adviceFor({ error, hasNewest, isNewest, canUpload })}
        storybooks={storybooks}
        retry={retry}
        actions={
          <>
            {canUpload && (
              <Button size="xs" onClick={uploading.open} {...UploadDialog.preloadProps}>
                {texts.viewer.advice.upload}
              </Button>
            )}
            {hasNewest && !isNewest && (
              <Button size="xs" component={Link} to={viewerAddress(place) + search}>
                {texts.viewer.age.showNewest}
              </Button>
            )}
            {details.versionCount > 0 && (
              <Button size="xs" variant="default" component={Link} to={`${storybookAddress(place)}/versions`}>
                {texts.viewer.allVersions}
              </Button>
            )}
          </>
        }
      />
      <UploadDialog
        storybook={details}
        opened={isUploading}
        onClose={() => {
          uploading.close()
          retry()
        }}
      />
    </>
  )
}

interface Situation {
  error: Error
  hasNewest: boolean
  isNewest: boolean
  canUpload: boolean
}

function adviceFor({ error, hasNewest, isNewest, canUpload }: Situation): string | undefined {
  const { noVersion, noVersionForViewers, goneVersion } = texts.viewer.advice
  if (!hasNewest) return canUpload ? noVersion : noVersionForViewers
  const isGone = error instanceof ApiError ? error.status === 404 : !isNewest
  return isGone ? goneVersion : undefined
}
