import type { Logger } from 'pino'

import type { Archives } from '../blobs/open-blobs.ts'
import type { Database } from '../database/connect.ts'
import type { SigningKeys } from '../identity/signing-keys.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import type { Paces } from '../shared/account-pace.ts'
import { compositionLabels, labelKeys } from './composition/labels.ts'
import type { CompositionLabels } from './composition/labels.ts'
import { openArchives } from './open-archives.ts'
import type { OpenArchives } from './open-archives.ts'
import { createSigner, sessionKeys } from './signer.ts'
import type { Signer } from './signer.ts'
import { viewerAddresses } from './viewer-addresses.ts'
import type { ViewerAddresses } from './viewer-addresses.ts'

/** What the portal and the viewer hosts share to show versions. */
export interface Viewer {
  addresses: ViewerAddresses
  labels: CompositionLabels
  signer: Signer
  archives: OpenArchives
}

interface ViewerOptions {
  config: Config
  db: Database
  signingKeys: SigningKeys
  blobs: Archives
  metrics: Metrics
  log: Logger
  paces: Paces
}

export async function openViewer(options: ViewerOptions): Promise<Viewer> {
  const { config, signingKeys, log } = options
  const addresses = viewerAddresses(config)
  if (addresses.isShared) {
    log.warn('PLINTH_VIEWER_URL has no {version}: all versions share one origin and can access each other')
  }
  return {
    addresses,
    labels: compositionLabels(await signingKeys.open(labelKeys)),
    signer: createSigner(await signingKeys.open(sessionKeys)),
    archives: openArchives({ ...options, addresses }),
  }
}
