import * as z from 'zod/mini'

import { AccountParams, PublicId } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { exactText } from './text.ts'
import { ContentsState, VersionParams } from './versions.ts'

/** A story, a test of a story, or a docs page. */
export const EntryKind = z.enum(['story', 'test', 'docs'])
export type EntryKind = z.infer<typeof EntryKind>

/** As much of an entry as a link to it needs. */
export const EntryLink = z.object({ id: z.string(), kind: EntryKind, title: z.string(), name: z.string() })
export type EntryLink = z.infer<typeof EntryLink>

export const Entry = z.extend(EntryLink, {
  tags: z.array(z.string()),
  /** The file it is written in, as the build names it. */
  file: z.string(),
  description: z.nullable(z.string()),
})
export type Entry = z.infer<typeof Entry>

export const Prop = z.object({
  name: z.string(),
  isRequired: z.boolean(),
  type: z.nullable(z.string()),
  defaultValue: z.nullable(z.string()),
  description: z.nullable(z.string()),
})
export type Prop = z.infer<typeof Prop>

/** The stories of one title are about one component. */
export const Component = z.object({
  /** The part of its stories' ids before `--`. */
  id: z.string(),
  /** Where it is in the sidebar, e.g. `Forms/Button`. */
  title: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Those of all its stories, without those that Storybook itself sets, such as `dev` and `autodocs`. */
  tags: z.array(z.string()),
  storyCount: z.int(),
  /** How many props are documented; null where the build does not document them. */
  propCount: z.nullable(z.int()),
})
export type Component = z.infer<typeof Component>

const ComponentId = exactText.check(z.minLength(1), z.maxLength(500))

export const getContents = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version/contents',
  summary: 'What is inside a version: its components, stories, tests and docs pages',
  access: 'member-or-key',
  action: 'view',
  params: VersionParams,
  reply: z.object({
    state: ContentsState,
    /** Whether a limit left something out. */
    isPartial: z.boolean(),
    components: z.array(Component),
    entries: z.array(Entry),
  }),
})

/** A component of the newest version of a storybook. */
export const ListedComponent = z.extend(Component, {
  storybookPublicId: z.string(),
  versionPublicId: z.string(),
})
export type ListedComponent = z.infer<typeof ListedComponent>

export const maxListedComponents = 5000

export const listComponents = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/components',
  summary:
    'The components in the newest versions of all storybooks, or of one, ordered by title; at most 5,000',
  access: 'member-or-key',
  action: 'view',
  params: AccountParams,
  query: z.object({ storybook: z.optional(PublicId) }),
  reply: z.object({
    components: z.array(ListedComponent),
    /** Whether there are more than are listed. */
    isPartial: z.boolean(),
    /** Storybooks whose newest version is still being read. */
    reading: z.array(z.string()),
  }),
})

export const ComponentStory = z.extend(Entry, {
  /** Its code. */
  example: z.nullable(z.string()),
})
export type ComponentStory = z.infer<typeof ComponentStory>

export const ComponentDocs = z.extend(Entry, {
  /** Markdown. */
  text: z.nullable(z.string()),
})
export type ComponentDocs = z.infer<typeof ComponentDocs>

export const ComponentPage = z.extend(Component, {
  file: z.string(),
  /** The line that imports it, where the build states it. */
  importLine: z.nullable(z.string()),
  /** Null where the build does not document them. */
  props: z.nullable(z.array(Prop)),
  stories: z.array(ComponentStory),
  docs: z.array(ComponentDocs),
  /** Components of the same name in the newest versions of other storybooks. */
  elsewhere: z.array(ListedComponent),
  /** The versions in which it changed, newest first; of thousands, only the newest are looked through. */
  changedIn: z.array(
    z.object({
      versionPublicId: z.string(),
      createdAt: z.iso.datetime(),
      message: z.nullable(z.string()),
      branch: z.nullable(z.string()),
      change: z.enum(['added', 'changed']),
    }),
  ),
})
export type ComponentPage = z.infer<typeof ComponentPage>

export const getComponent = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version/components/:component',
  summary: 'One component of a version: its props, stories with their code, and docs',
  access: 'member-or-key',
  action: 'view',
  params: z.extend(VersionParams, { component: ComponentId }),
  reply: ComponentPage,
})
