import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { program, run } from './programs.ts'

export interface Target {
  port: number
  path: string
  headers: Readonly<Record<string, string>>
}

export interface Load {
  perSecond: number
  requests: number
  bytes: number
  /** answers of 4xx and 5xx, and connections that failed */
  failures: number
  /** processor time that wrk itself took */
  cpuSeconds: number
}

const usualConnections = 32

/** Says what the command after it took. */
const timing = ['-c', 'TIMEFORMAT="@cpu %U %S"; { time "$@"; } 2>&1', 'bash']

/** wrk's own summary is for people; this one is for us. */
const report = `
  done = function(summary)
    local e = summary.errors
    io.write(string.format("\\n@ %d %d %d %d\\n", summary.requests, summary.duration, summary.bytes,
      e.status + e.connect + e.read + e.write + e.timeout))
  end
`

/** Loads a server from one thread over kept connections, for so many seconds. */
export async function load(
  folder: string,
  { port, path, headers }: Target,
  seconds: number,
  prefix: readonly string[],
  connections = usualConnections,
): Promise<Load> {
  const script = join(folder, 'report.lua')
  await writeFile(script, report)
  const [command, ...args] = [
    program('bash'),
    ...timing,
    ...prefix,
    program('wrk'),
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    script,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${asWritten(name)}: ${value}`]),
    `http://127.0.0.1:${port}${path}`,
  ]
  const output = await run(command, args)
  const [requests = 0, microseconds = 0, bytes = 0, failures = 0] =
    /^@ (.*)$/m.exec(output)?.[1]?.split(' ').map(Number) ?? []
  const [user = 0, system = 0] = /^@cpu (.*)$/m.exec(output)?.[1]?.split(' ').map(Number) ?? []
  return {
    perSecond: requests / (microseconds / 1e6),
    requests,
    bytes,
    failures,
    cpuSeconds: user + system,
  }
}

/** wrk knows its own Host header by this spelling alone and would otherwise send two. */
const asWritten = (name: string) => (name === 'host' ? 'Host' : name)

/** Whether every answer was as long as the one looked at before; a few may be on their way when time is up. */
export function isWhole({ requests, bytes, failures }: Load, answerBytes: number): boolean {
  const under = bytes - requests * answerBytes
  return failures === 0 && requests > 0 && under >= 0 && under <= usualConnections * answerBytes
}
