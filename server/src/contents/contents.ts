import type { EntryKind } from '@plinth/contract/contents.ts'

import type { PropDoc } from './component-docs.ts'

/** Raised whenever what is read from a build changes, so that stored contents are read again. */
export const contentsFormat = 4

/** What was read out of a version's archive. */
export interface Contents {
  format: typeof contentsFormat
  builder: 'vite' | 'webpack' | undefined
  storybookVersion: string | undefined
  framework: string | undefined
  /** A hash of what every story is shown in: the page, decorators, global styles, Storybook's own runtime. */
  preview: string | undefined
  entries: ContentsEntry[]
  components: ContentsComponent[]
  /** The parts of modules that entries depend on. */
  sources: Source[]
  modules: SourceModule[]
  /** Whether a limit left something out. */
  isPartial: boolean
  /** Whether all stories and docs pages are listed: one that is not there may exist nevertheless, if they are not. */
  hasAllEntries: boolean
}

/** A module that entries depend on. */
export interface SourceModule {
  /** Its source file, or the name of its chunk where the build does not tell. */
  name: string
  /** A short hash of each of its units that an entry uses. */
  units: string[]
}

/** The units of a module that an entry uses; another entry may use others. */
export interface Source {
  /** A position in `modules`. */
  module: number
  hash: string
}

/** A story, a test of a story, or a docs page. */
export interface ContentsEntry {
  id: string
  kind: EntryKind
  title: string
  name: string
  tags: string[]
  /** The file it is written in, as the build names it. */
  file: string
  exportName?: string
  /** A hash of everything it depends on; none where the build does not tell. */
  fingerprint?: string
  /** Whether it depends on a script that could not be read: another fingerprint then does not mean that it changed. */
  isUncertain?: true
  /** A hash of its own code, the same when it is moved. */
  ownFingerprint?: string
  /** Positions in `sources`. */
  sources?: number[]
  /** The code of a story. */
  example?: string
  description?: string
  /** The Markdown of a docs page. */
  text?: string
}

/** The stories of one title are about one component. */
export interface ContentsComponent {
  /** The part of its stories' ids before `--`. */
  id: string
  title: string
  name: string
  file: string
  description?: string
  importLine?: string
  /** None where the build does not document them. */
  props?: PropDoc[]
}

/** The part before `--` of the id of a story, which is the id of its component. */
export const componentIdOf = (entryId: string): string => entryId.split('--', 1)[0] ?? entryId
