import { refIdFrom } from '@plinth/contract/compositions.ts'

/** An id for each title; each one only once. */
export function refIds(titles: readonly string[]): string[] {
  const ids = new Set<string>()
  for (const title of titles) {
    const id = refIdFrom(title)
    let unique = id
    for (let number = 2; ids.has(unique); number += 1) unique = `${id}-${number}`
    ids.add(unique)
  }
  return [...ids]
}
