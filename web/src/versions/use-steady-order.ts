import type { Branch } from '@plinth/contract/versions.ts'
import { useState } from 'react'

const nameOf = ({ name }: Branch) => name ?? ''
/** The main branch comes first. */
const timeOf = ({ isMain, newest }: Branch) =>
  isMain ? Number.MAX_SAFE_INTEGER : Date.parse(newest.createdAt)

/**
 * The branches as long as the page is open: one that loses or gets a version keeps its place, because what is below would
 * move under the pointer. A new one comes where its time says.
 */
export function useSteadyOrder(branches: Branch[]): Branch[] {
  const [times, setTimes] = useState(new Map<string, number>())
  const unseen = branches.filter((branch) => !times.has(nameOf(branch)))
  if (unseen.length > 0) {
    setTimes(new Map([...times, ...unseen.map((branch) => [nameOf(branch), timeOf(branch)] as const)]))
  }
  const placeOf = (branch: Branch) => times.get(nameOf(branch)) ?? timeOf(branch)
  return branches.toSorted((one, other) => placeOf(other) - placeOf(one))
}
