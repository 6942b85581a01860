import { componentIdOf } from './contents.ts'
import type { ContentsEntry } from './contents.ts'

/**
 * Stories in the order in which their pictures stand for their version and their component: that of the index. The stories
 * of a component's docs page come before its others, because the first of them is the page's primary story. Those that
 * Storybook's sidebar does not list come last.
 */
export function inPictureOrder(stories: readonly ContentsEntry[]): ContentsEntry[] {
  // Before Storybook 8.3, no index has the tag, and every story is listed.
  const hasDevTags = stories.some(({ tags }) => tags.includes('dev'))
  const componentPlaces = new Map<string, number>()
  const ranked = stories.map((story, place) => {
    const component = componentIdOf(story.id)
    const componentPlace = componentPlaces.get(component) ?? place
    componentPlaces.set(component, componentPlace)
    const isHidden = hasDevTags && !story.tags.includes('dev')
    return {
      story,
      rank: [Number(isHidden), componentPlace, Number(!story.tags.includes('autodocs')), place],
    }
  })
  return ranked.toSorted((one, other) => compareRanks(one.rank, other.rank)).map(({ story }) => story)
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const first = one.findIndex((part, i) => part !== other[i])
  return first < 0 ? 0 : (one[first] ?? 0) - (other[first] ?? 0)
}
