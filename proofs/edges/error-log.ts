import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const errorLine = /"level":[56]0/

/** The errors that a portal has logged, of which some reach no answer. */
export async function errorsIn(logFile: string): Promise<string[]> {
  const errors: string[] = []
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    if (errorLine.test(line)) errors.push(line.slice(0, 2000))
  }
  return errors
}
