/** Tags that Storybook itself sets or understands; everybody has them, so nobody looks for them. */
const storybookTags = new Set([
  'dev',
  'test',
  'test-fn',
  'autodocs',
  'manifest',
  'story',
  'play-fn',
  'attached-mdx',
  'unattached-mdx',
  'stories-mdx',
  'svelte-csf',
  'svelte-csf-v4',
  'svelte-csf-v5',
])

/** Whether people would filter by a tag. `!name` only takes an inherited tag away. */
export const isFilterTag = (tag: string) => tag !== '' && !tag.startsWith('!') && !storybookTags.has(tag)

/** The tags of a component, which all its stories inherit. */
export function tagsOfAll(stories: readonly { tags: readonly string[] }[]): string[] {
  const [first, ...others] = stories
  let ofAll = [...new Set(first?.tags)].filter(isFilterTag)
  for (const { tags } of others) {
    if (ofAll.length === 0) break
    const own = new Set(tags)
    ofAll = ofAll.filter((tag) => own.has(tag))
  }
  return ofAll
}
