import { createHash } from 'node:crypto'

import { createStorybook } from '@plinth/contract/storybooks.ts'

import { readConfig } from '../../server/src/settings/config.ts'
import { aStorybookZip } from '../../server/src/testing/builds.ts'
import type { Member, ProvenAccount } from '../portal.ts'
import type { Random } from '../random.ts'
import type { FaultyPortal } from './faulty-portal.ts'

/** A build that can be made again from its label. */
export interface Build {
  label: string
  zip: Buffer
  files: Record<string, Buffer>
}

export interface PublishedBuild {
  version: string
  label: string
  sha256: string
}

/** Publishing that failed, or whose outcome is unknown: a retry with the same key must succeed. */
export interface Unsettled {
  idempotencyKey: string
  label: string
}

/** An account that uses the portal, and everything that the portal has acknowledged to it. */
export interface Customer {
  port: number
  account: ProvenAccount
  owner: Member
  storybook: string
  buildOf(label: string): Build
  hostOf(version: string): string
  portalOrigin: string
  published: PublishedBuild[]
  unsettled: Unsettled[]
  keys: { id: number; key: string }[]
  deletedKeys: string[]
  invitations: number[]
  /** The sessions it has on viewer hosts. */
  sessions: { version: PublishedBuild; cookie: string }[]
}

/** More than a portal reads of an archive at once. */
const photoBytes = 100_000

export async function aCustomer({ portal, inside }: FaultyPortal, random: Random): Promise<Customer> {
  const { viewerUrl, publicUrl } = readConfig(portal.env)
  const noise = random.bytes(photoBytes)
  const account = await inside.anAccount('Customer')
  const owner = await inside.aPerson(account)
  const params = { account: account.publicId }
  const { publicId } = await owner.call(createStorybook, { params, body: { title: 'Shown' } })
  return {
    port: portal.port,
    account,
    owner,
    storybook: publicId,
    buildOf(label) {
      const files = { 'assets/photo.bin': Buffer.concat([Buffer.from(label), noise]) }
      const script = Buffer.from(`console.info(${JSON.stringify(label)})`)
      return { label, zip: aStorybookZip({ label, files }), files: { ...files, 'assets/app.js': script } }
    },
    hostOf: (version) => new URL(viewerUrl.replace('{version}', version)).host,
    portalOrigin: publicUrl.origin,
    published: [],
    unsettled: [],
    keys: [],
    deletedKeys: [],
    invitations: [],
    sessions: [],
  }
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
