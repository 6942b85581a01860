import type { BuildModule } from './build-module.ts'
import { hashOf } from './hash.ts'
import type { Unit } from './parsed-script.ts'

/** Part of a build's code: a unit, or what stands for all effects or exports of a module. */
export interface GraphNode {
  module: BuildModule
  unit: Unit | undefined
  /** A hash of its own code. */
  shallow: string
  /** A hash of its code and of everything it depends on. */
  deep: string
  /** Whether it depends on a script that could not be read. */
  isUncertain: boolean
  /** The nodes it depends on, each once. */
  out: readonly number[]
}

/** A node before it is hashed. */
export interface DraftNode {
  module: BuildModule
  unit: Unit | undefined
  shape: string
  /** For each reference in order: the nodes it leads to, or text. */
  refs: (readonly number[] | string)[]
  /** Nodes that belong to it without being referred to; their order says nothing. */
  extra: readonly number[]
}

/** Hashes each node after all it depends on. The nodes of a cycle are hashed together (Tarjan, without recursion). */
export function hashNodes(drafts: readonly DraftNode[]): GraphNode[] {
  const count = drafts.length
  const out = drafts.map(({ refs, extra }) => [
    ...new Set([...refs.filter((ref) => typeof ref !== 'string').flat(), ...extra]),
  ])
  const deep: string[] = Array.from({ length: count }, () => '')
  const visited = new Int32Array(count).fill(-1)
  const lowest = new Int32Array(count)
  const isOpen = new Uint8Array(count)
  const isUncertain = new Uint8Array(count)
  const open: number[] = []
  let visits = 0

  function enter(node: number): void {
    visited[node] = lowest[node] = visits++
    open.push(node)
    isOpen[node] = 1
  }

  function hashMembers(members: readonly number[], names: ReadonlyMap<number, string>): Map<number, string> {
    const nameOf = (target: number) => names.get(target) ?? deep[target] ?? ''
    const hashes = new Map<number, string>()
    for (const member of members) {
      const { shape, refs, extra } = drafts[member] as DraftNode
      const referred = refs.map((ref) => (typeof ref === 'string' ? ref : ref.map(nameOf).join('+')))
      hashes.set(member, hashOf(`${shape}<${referred.join('><')}>${extra.map(nameOf).toSorted().join()}`))
    }
    return hashes
  }

  function hashGroup(members: readonly number[]): void {
    const unnamed = hashMembers(members, new Map(members.map((member) => [member, '↺'])))
    // A second time with the names of the first, because it matters which of them refers to which.
    const ownHashes = members.length > 1 ? hashMembers(members, unnamed) : unnamed
    const all = members.length > 1 ? hashOf([...ownHashes.values()].toSorted().join()) : ''
    const dependsOnOpaque = members.some(
      (member) =>
        drafts[member]?.module.parsed.isOpaque || out[member]?.some((target) => isUncertain[target] === 1),
    )
    if (dependsOnOpaque) for (const member of members) isUncertain[member] = 1
    for (const [member, own] of ownHashes) deep[member] = all === '' ? own : hashOf(own + all)
  }

  for (let root = 0; root < count; root++) {
    if (visited[root] !== -1) continue
    const path: [node: number, next: number][] = [[root, 0]]
    enter(root)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const [node] = top
      const target = out[node]?.[top[1]++]
      if (target !== undefined) {
        if (visited[target] === -1) {
          enter(target)
          path.push([target, 0])
        } else if (isOpen[target]) lowest[node] = Math.min(lowest[node] ?? 0, visited[target] ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)?.[0]
      if (parent !== undefined) lowest[parent] = Math.min(lowest[parent] ?? 0, lowest[node] ?? 0)
      if (lowest[node] !== visited[node]) continue
      const members = open.splice(open.lastIndexOf(node))
      for (const member of members) isOpen[member] = 0
      hashGroup(members)
    }
  }
  return drafts.map(({ module, unit, shape, refs }, node) => ({
    module,
    unit,
    shallow: hashOf(`${shape}<${refs.filter((ref) => typeof ref === 'string').join('><')}>`),
    deep: deep[node] ?? '',
    isUncertain: isUncertain[node] === 1,
    out: out[node] ?? [],
  }))
}
