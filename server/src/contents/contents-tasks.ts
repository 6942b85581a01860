import type { MessagePort } from 'node:worker_threads'

import type { ContentsState } from '@plinth/contract/versions.ts'

import type { ThreadFailure } from '../archive/thread-pool.ts'
import type { VersionChanges } from '../database/tables.ts'
import type { Icon } from './build-icon.ts'
import type { CatalogueOwner } from './catalogue-rows.ts'
import type { PicturePlan } from './plan-pictures.ts'
import type { ComparedVersion } from './present-comparison.ts'
import type { Quoted } from './quotations/quotation.ts'

export type WhatToRead =
  /** `scriptsFolder` is where parsed scripts are kept. */
  { kind: 'read contents'; scriptsFolder: string } | { kind: 'read icon' }

/** Reads something of a build. Its bytes are asked for through the port. */
export type ReadTask = WhatToRead & { index: Uint8Array; port: MessagePort }

/** Contents as they are stored; undefined if the thread may still have those of the version. */
interface RecentContents {
  version: string
  contents: Uint8Array | undefined
}

/** Works on stored contents, which are passed as they are stored. */
export type ContentsTask =
  | { kind: 'catalogue'; contents: Uint8Array; owner: CatalogueOwner }
  | { kind: 'summarise changes'; before: Uint8Array; after: Uint8Array }
  | { kind: 'plan pictures'; before: Uint8Array | undefined; after: Uint8Array }
  | { kind: 'compare'; before: ComparedVersion; after: ComparedVersion; state: ContentsState }
  | { kind: 'list'; version: string; contents: Uint8Array | undefined; state: ContentsState }
  | ({ kind: 'describe component'; id: string } & RecentContents)
  | ({ kind: 'find story'; id: string; name: string } & RecentContents)
  | ({ kind: 'quote'; what: 'component' | 'story' | 'docs'; id: string } & RecentContents)
  | { kind: 'quote comparison'; before: ComparedVersion; after: ComparedVersion }

export type ContentsOutcome =
  /** Undefined if the build does not say what is inside it. */
  | { kind: 'contents'; contents: Uint8Array | undefined }
  | { kind: 'icon'; icon: (Omit<Icon, 'bytes'> & { bytes: Uint8Array }) | undefined }
  | { kind: 'catalogue'; rowsJson: string; words: string[]; tags: string[] }
  | { kind: 'changes'; changes: VersionChanges }
  | { kind: 'picture plan'; plan: PicturePlan }
  /** A whole reply, in UTF-8. */
  | { kind: 'json'; json: Uint8Array<ArrayBuffer> }
  /** The part of its page that the contents tell, in UTF-8. */
  | { kind: 'component'; component: { name: string; json: Uint8Array<ArrayBuffer> } | undefined }
  /** The id of a story. */
  | { kind: 'story'; id: string | undefined }
  | { kind: 'quoted'; quoted: Quoted | undefined }
  /** The thread does not have them any more. */
  | { kind: 'contents wanted' }
  | ThreadFailure
