/** Random choices that a seed repeats. */
export interface Random {
  /** At least 0, less than 1. */
  fraction(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
  bytes(length: number): Buffer
  /** Its own choices, the same for the same name whatever has been chosen here before. */
  branch(name: string | number): Random
}

export function randomFrom(seed: number | string): Random {
  let state = hash(String(seed))
  // mulberry32: small, quick, and good enough to choose inputs with.
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    whole,
    pick: <T>(choices: readonly T[]) => {
      if (choices.length === 0) throw new Error('there is nothing to choose from')
      return choices[whole(0, choices.length - 1)] as T
    },
    chance: (probability) => fraction() < probability,
    bytes: (length) => Buffer.from(Array.from({ length }, () => whole(0, 255))),
    branch: (name) => randomFrom(`${seed}/${name}`),
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value
}
