import type {
  Component,
  ComponentDocs,
  ComponentPage,
  ComponentStory,
  Entry,
} from '@plinth/contract/contents.ts'

import { presentProp } from './compare-components.ts'
import { componentIdOf } from './contents.ts'
import type { Contents, ContentsComponent, ContentsEntry } from './contents.ts'
import { tagsOfAll } from './tags.ts'

export function presentComponents({ components, entries }: Contents): Component[] {
  const byComponent = Map.groupBy(entries, ({ id }) => componentIdOf(id))
  return components.map((component) => presentComponent(component, byComponent.get(component.id) ?? []))
}

function presentComponent(component: ContentsComponent, entries: readonly ContentsEntry[]): Component {
  const { id, title, name, description, props } = component
  const stories = entries.filter(({ kind }) => kind === 'story')
  return {
    id,
    title,
    name,
    description: description ?? null,
    tags: tagsOfAll(stories),
    storyCount: stories.length,
    propCount: props?.length ?? null,
  }
}

export const presentEntry = ({ id, kind, title, name, tags, file, description }: ContentsEntry): Entry => ({
  id,
  kind,
  title,
  name,
  tags,
  file,
  description: description ?? null,
})

/** Without what other versions and storybooks say. */
export type DescribedComponent = Omit<ComponentPage, 'elsewhere' | 'changedIn'>

/** Undefined if there is no such component. */
export function describeComponent(
  { components, entries }: Contents,
  componentId: string,
): DescribedComponent | undefined {
  const component = components.find(({ id }) => id === componentId)
  if (!component) return undefined
  const own = entries.filter(({ id }) => componentIdOf(id) === componentId)
  return {
    ...presentComponent(component, own),
    file: component.file,
    importLine: component.importLine ?? null,
    props: component.props?.map(presentProp) ?? null,
    stories: own.filter(({ kind }) => kind !== 'docs').map(presentStory),
    docs: own.filter(({ kind }) => kind === 'docs').map(presentDocs),
  }
}

/** A story, test or docs page on its own. */
export interface DescribedEntry extends ComponentStory, ComponentDocs {
  importLine: string | null
}

/** Undefined if there is no such entry. */
export function describeEntry({ components, entries }: Contents, id: string): DescribedEntry | undefined {
  const entry = entries.find((candidate) => candidate.id === id)
  if (!entry) return undefined
  const componentId = componentIdOf(id)
  const component = components.find((candidate) => candidate.id === componentId)
  return { ...presentStory(entry), ...presentDocs(entry), importLine: component?.importLine ?? null }
}

const presentStory = (entry: ContentsEntry): ComponentStory => ({
  ...presentEntry(entry),
  example: entry.example ?? null,
})

const presentDocs = (entry: ContentsEntry): ComponentDocs => ({
  ...presentEntry(entry),
  text: entry.text ?? null,
})
