/** What a client asks for: a fact that gets another value, and how the audit log and webhooks tell it. */
export interface Change {
  fact: string
  value: string
  /** `${action} ${what it is about}` */
  entry?: string
  /** `${type} ${what it is about}` */
  event?: string
}

export const absent = 'absent'

/** What must be so, as far as clients can know: a request without an answer leaves two possibilities. */
export interface Facts {
  begin(change: Change): void
  acknowledge(change: Change): void
  refuse(change: Change): void
  /** Compares with what is found after a restart, which is certain from then on. Returns what contradicts it. */
  settle(found: ReadonlyMap<string, string>, mayBe: (fact: string, value: string) => boolean): string[]
  /** The value, if it is certain. */
  valueOf(fact: string): string | undefined
  /** How often each entry and event must have been written, once everything is settled. */
  entries: ReadonlyMap<string, number>
  events: ReadonlyMap<string, number>
  counts: { acknowledged: number; inDoubt: number }
}

export function newFacts(): Facts {
  const possible = new Map<string, Set<string>>()
  const inDoubt = new Map<string, Set<Change>>()
  const entries = new Map<string, number>()
  const events = new Map<string, number>()
  const counts = { acknowledged: 0, inDoubt: 0 }
  const valuesOf = (fact: string) => possible.get(fact) ?? new Set([absent])
  const count = ({ entry, event }: Change) => {
    if (entry) increase(entries, entry)
    if (event) increase(events, event)
  }
  const forget = (change: Change) => inDoubt.get(change.fact)?.delete(change)

  return {
    begin(change) {
      possible.set(change.fact, new Set([...valuesOf(change.fact), change.value]))
      inDoubt.set(change.fact, (inDoubt.get(change.fact) ?? new Set()).add(change))
    },
    acknowledge(change) {
      forget(change)
      possible.set(change.fact, new Set([change.value]))
      counts.acknowledged += 1
      count(change)
    },
    refuse(change) {
      forget(change)
      const values = new Set(valuesOf(change.fact))
      if (values.size > 1) values.delete(change.value)
      possible.set(change.fact, values)
    },
    settle(found, mayBe) {
      const contradictions: string[] = []
      for (const fact of new Set([...possible.keys(), ...found.keys()])) {
        const value = found.get(fact) ?? absent
        const values = valuesOf(fact)
        if (!values.has(value) && !mayBe(fact, value)) {
          contradictions.push(`${fact} is ${value}, and must be ${[...values].join(' or ')}`)
        }
        for (const change of inDoubt.get(fact) ?? []) {
          counts.inDoubt += 1
          if (change.value === value) count(change)
        }
        possible.set(fact, new Set([value]))
      }
      inDoubt.clear()
      return contradictions
    },
    valueOf(fact) {
      const [value, ...others] = valuesOf(fact)
      return others.length === 0 ? value : undefined
    },
    entries,
    events,
    counts,
  }
}

export const increase = (counts: Map<string, number>, key: string, by = 1) =>
  void counts.set(key, (counts.get(key) ?? 0) + by)
