import type { Services } from '../services.ts'
import { openArchives } from './open-archives.ts'
import type { OpenArchives } from './open-archives.ts'
import { openSeals } from './seals.ts'
import type { Seals } from './seals.ts'
import { viewerAddresses } from './viewer-addresses.ts'
import type { ViewerAddresses } from './viewer-addresses.ts'

/** What the portal and the viewer hosts share about showing versions. */
export interface Viewer {
  addresses: ViewerAddresses
  seals: Seals
  archives: OpenArchives
}

export async function openViewer(
  services: Pick<Services, 'config' | 'db' | 'blobs' | 'metrics' | 'log'>,
): Promise<Viewer> {
  const addresses = viewerAddresses(services.config)
  if (addresses.isShared) {
    services.log.warn(
      'PLINTH_VIEWER_URL has no {version}: all versions share one origin and can reach each other',
    )
  }
  return { addresses, seals: await openSeals(services.db), archives: openArchives(services) }
}
