import type { ListedComponent } from '@plinth/contract/contents.ts'
import { compareTitles } from '@plinth/contract/title-order.ts'

export interface Folder {
  name: string
  /** Tells folders apart. */
  path: string
  /** If it stands for a storybook, that one. */
  storybook?: string
  folders: Folder[]
  components: ListedComponent[]
  /** How many components are in it and in the folders below it. */
  count: number
}

/** A component is in the folders that its title names, with `titleOf` below one for its storybook, by title. */
export function componentTree(
  components: ListedComponent[],
  titleOf?: (storybook: string) => string,
): Folder {
  const root = folderAt('')
  const known = new Map<string, Folder>()
  for (const component of components) {
    let folder = root
    folder.count += 1
    const { storybookPublicId: storybook, title } = component
    const storybooks = titleOf ? [{ id: storybook, name: titleOf(storybook), storybook }] : []
    const folders = title.split('/').slice(0, -1)
    const path = [...storybooks, ...folders.map((name) => ({ id: name, name }))]
    for (const { id, ...named } of path) {
      const at = `${folder.path}/${id}`
      let next = known.get(at)
      if (!next) {
        next = { ...folderAt(at), ...named }
        known.set(at, next)
        folder.folders.push(next)
      }
      next.count += 1
      folder = next
    }
    folder.components.push(component)
  }
  // Their components come by title, whichever storybook has the first of them.
  if (titleOf) root.folders = root.folders.toSorted((one, other) => compareTitles(one.name, other.name))
  return root
}

const folderAt = (path: string): Folder => ({
  name: '',
  path,
  folders: [],
  components: [],
  count: 0,
})

/** The components with all words of the filter in their title, name, description or tags. */
export function filterComponents(components: ListedComponent[], filter: string): ListedComponent[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return components
  return components.filter(({ title, name, description, tags }) => {
    const text = [title, name, description ?? '', ...tags].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The components by name, to find those of the same name in other storybooks. */
export const byName = (components: ListedComponent[]) =>
  Map.groupBy(components, ({ name }) => name.toLowerCase())
