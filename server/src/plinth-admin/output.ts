import { formatBytes, formatCount } from '../archive/refusal.ts'

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** "1 archive", "1,200 archives". */
export const countOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

const printEveryMs = 2_000

/** Prints now and then how far a long task is, and the total at its end. */
export function showProgress(verb: string, total: number) {
  let done = 0
  let bytes = 0
  let printedAt = Date.now()
  const line = () => `  ${verb} ${formatCount(done)} of ${countOf(total, 'archive')} (${formatBytes(bytes)})`
  return {
    /** `hint` is added to the line, if one is due. */
    add(moreBytes: number, hint = '') {
      done += 1
      bytes += moreBytes
      if (Date.now() - printedAt < printEveryMs) return
      printedAt = Date.now()
      print(`${line()} …${hint}`)
    },
    end: () => print(line()),
  }
}
