import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { Component, EntryLink, Prop } from './contents.ts'
import { endpoint } from './endpoint.ts'
import { ChangeCounts, StorybookParams } from './storybooks.ts'
import { ContentsState, Version } from './versions.ts'

export const PropChange = z.discriminatedUnion('change', [
  z.object({ change: z.literal('added'), prop: Prop }),
  z.object({ change: z.literal('removed'), prop: Prop }),
  z.object({ change: z.literal('changed'), before: Prop, after: Prop }),
])
export type PropChange = z.infer<typeof PropChange>

const ComponentLink = z.pick(Component, { id: true, title: true, name: true })

export const ChangedComponent = z.extend(ComponentLink, {
  props: z.array(PropChange),
  isDescriptionChanged: z.boolean(),
})
export type ChangedComponent = z.infer<typeof ChangedComponent>

/** Scripts, styles and so on, by the names of the files. */
export const FileKind = z.enum(['scripts', 'styles', 'pages', 'images', 'fonts', 'media', 'data', 'other'])
export type FileKind = z.infer<typeof FileKind>

export const ChangedEntry = z.extend(EntryLink, {
  /** The modules it depends on that changed, e.g. `Button.tsx`; empty where the build does not tell. */
  because: z.array(z.string()),
})
export type ChangedEntry = z.infer<typeof ChangedEntry>

export const RenamedEntry = z.extend(EntryLink, {
  from: EntryLink,
  /** Whether more than its name or place changed; null if the builds do not tell. */
  isChanged: z.nullable(z.boolean()),
})
export type RenamedEntry = z.infer<typeof RenamedEntry>

/** The most entries that each list of a comparison holds; the counts are exact. */
export const maxComparedEntries = 2000

export const Comparison = z.object({
  from: Version,
  /** Its `baseline` tells why it is compared with `from`, where nobody chose another. */
  to: Version,
  /** While it is `reading`, only versions and sizes are compared. */
  state: ContentsState,
  counts: z.extend(ChangeCounts, { unchanged: z.int() }),
  added: z.array(EntryLink),
  removed: z.array(EntryLink),
  renamed: z.array(RenamedEntry),
  changed: z.array(ChangedEntry),
  /** Entries of which the builds do not tell whether they changed, or were there before. */
  unknown: z.array(EntryLink),
  /** Why the builds do not tell, where that concerns all entries. */
  unknownBecause: z.nullable(z.enum(['builder', 'framework', 'storybook', 'unreadable'])),
  /** Whether what every story is shown in changed: decorators, global styles, Storybook itself. */
  isPreviewChanged: z.boolean(),
  /** Whether all entries of both versions could be listed. */
  isComplete: z.boolean(),
  components: z.array(ChangedComponent),
  size: z.object({
    /** Unpacked bytes by kind of file, the largest first. */
    kinds: z.array(z.object({ kind: FileKind, before: z.int(), after: z.int() })),
    /** The files that grew most, also new ones; `path` is without the hash that a bundler puts into the name. */
    grown: z.array(z.object({ path: z.string(), before: z.int(), after: z.int() })),
  }),
})
export type Comparison = z.infer<typeof Comparison>

export const compareVersions = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/compare',
  summary: 'What changed from one version to another: stories, docs pages, props and bytes',
  access: 'member-or-key',
  action: 'view',
  params: StorybookParams,
  query: z.object({
    /** By default the baseline of `to`. */
    from: z.optional(PublicId),
    /** By default the newest version: of the main branch, or of all if that has none. */
    to: z.optional(PublicId),
  }),
  reply: Comparison,
})
