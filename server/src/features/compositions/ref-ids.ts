/** An id for each title, as Storybook puts it into addresses: unique, and without the `_` that ends it there. */
export function refIds(titles: readonly string[]): string[] {
  const ids = new Set<string>()
  for (const title of titles) {
    const id = slugOf(title) || 'storybook'
    let unique = id
    for (let number = 2; ids.has(unique); number += 1) unique = `${id}-${number}`
    ids.add(unique)
  }
  return [...ids]
}

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
