import { Anchor, Code, Text } from '@mantine/core'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { storybookAddress, viewerAddress } from '../addresses.ts'
import { texts } from '../texts/texts.ts'
import { shortId } from '../versions/short-id.ts'
import { detailsOf } from './details.ts'

/** What changed: a version by its message, branch and storybook, with a link for as long as it exists. */
export function Subject({ entry }: { entry: AuditEntry }) {
  const { subject, storybook, version, isViewable, accountPublicId: account } = entry
  if (!storybook || account === null) return subject
  const place = { account, storybook: storybook.publicId }
  if (!version) {
    return isViewable ? <PageLink to={`${storybookAddress(place)}/versions`}>{subject}</PageLink> : subject
  }
  const { publicId, message, branch } = version
  const named = message ?? texts.versions.noMessage
  const facts = [storybook.title, branch, detailsOf(entry)].filter(Boolean)
  return (
    <div>
      <Text size="sm" lineClamp={2} title={named}>
        {isViewable ? (
          <PageLink to={viewerAddress({ ...place, version: publicId })}>{named}</PageLink>
        ) : (
          named
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')} <Code title={publicId}>{shortId(publicId)}</Code>
      </Text>
    </div>
  )
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} inherit underline="hover">
      {children}
    </Anchor>
  )
}
