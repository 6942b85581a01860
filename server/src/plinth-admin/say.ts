import { formatBytes, sayCount } from '../archive/refusal.ts'

/** A line for the operator. */
export const say = (line: string) => void process.stdout.write(`${line}\n`)

const betweenLines = 2_000

/** Tells now and then how far a long work is, and at its end how much there was. */
export function progress(verb: string, total: number, noun = 'archives') {
  let done = 0
  let bytes = 0
  let saidAt = Date.now()
  const line = () => `  ${verb} ${sayCount(done)} of ${sayCount(total)} ${noun} (${formatBytes(bytes)})`
  return {
    /** `hint` is said with the line, if one is due. */
    add(moreBytes: number, hint = '') {
      done += 1
      bytes += moreBytes
      if (Date.now() - saidAt < betweenLines) return
      saidAt = Date.now()
      say(`${line()} …${hint}`)
    },
    end: () => say(line()),
  }
}
