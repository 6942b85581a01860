import { Anchor } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'

import { texts } from '../texts/texts.ts'
import { shortCommit } from './describe-source.ts'

import classes from './VersionSource.module.css'

interface VersionSourceProps {
  version: Version
  hidesBranch: boolean
}

/** Whether there is anything to show. */
export const hasSource = ({ branch, commit, buildUrl }: Version, hidesBranch: boolean) =>
  Boolean((!hidesBranch && branch) || commit || isWebAddress(buildUrl))

/** Branch and short commit, with links to the commit at its host and to the build. */
export function VersionSource({ version, hidesBranch }: VersionSourceProps) {
  const { branch, commit, commitUrl, buildUrl } = version
  const shownBranch = hidesBranch ? null : branch
  if (!hasSource(version, hidesBranch)) return texts.shell.nothing
  return (
    <span className={classes.source}>
      {(shownBranch ?? commit) && (
        <span className={classes.revision}>
          {shownBranch && (
            <span className={classes.branch} title={shownBranch}>
              {shownBranch}
            </span>
          )}
          {shownBranch && commit && '@'}
          {commit && <External address={commitUrl}>{shortCommit(commit)}</External>}
        </span>
      )}
      {isWebAddress(buildUrl) && <External address={buildUrl}>{texts.versions.build}</External>}
    </span>
  )
}

function External({ address, children }: { address: string | null; children: string }) {
  if (!isWebAddress(address)) return children
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
      {children}
    </Anchor>
  )
}

/** The contract allows only http and https, but the page must not rely on that alone. */
const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\//i.test(address)
