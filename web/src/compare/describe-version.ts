import type { Version } from '@plinth/contract/versions.ts'

import { formatRelative } from '../shell/formats.ts'
import { describeSource } from '../versions/describe-source.ts'
import { shortId } from '../versions/short-id.ts'

/** A version in one line: "2h ago · main@3f2c1a9 · Buttons keep their width", with its id where no commit tells it apart. */
export function describeVersion(version: Version, now: number): string {
  const id = version.commit === null ? shortId(version.publicId) : undefined
  const age = formatRelative(version.createdAt, now, 'narrow')
  return [age, describeSource(version), id, version.message].filter(Boolean).join(' · ')
}
