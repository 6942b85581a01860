import type { Version } from '@plinth/contract/versions.ts'

import { formatRelative } from '../shell/formats.ts'
import { describeSource } from '../versions/describe-source.ts'
import { shortId } from '../versions/short-id.ts'

/** A version in one line: "2h ago · main@3f2c1a9 · Buttons keep their width", or with its id if that is all. */
export function describeVersion(version: Version, now: number): string {
  const facts = [describeSource(version), version.message].filter(Boolean)
  const age = formatRelative(version.createdAt, now, 'narrow')
  return [age, ...(facts.length === 0 ? [shortId(version.publicId)] : facts)].join(' · ')
}
