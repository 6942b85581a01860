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
  /** responses with 4xx and 5xx, and failed connections */
  failures: number
  /** CPU time of wrk itself */
  cpuSeconds: number
}

const usualConnections = 32

/** Prints the CPU time of the command after it. */
const timing = ['-c', 'TIMEFORMAT="@cpu %U %S"; { time "$@"; } 2>&1', 'bash']

/** A machine-readable summary; wrk's own is for people. */
const report = `
  done = function(summary)
    local e = summary.errors
    io.write(string.format("\\n@ %d %d %d %d\\n", summary.requests, summary.duration, summary.bytes,
      e.status + e.connect + e.read + e.write + e.timeout))
  end
`

/** Loads a server from one thread over keep-alive connections, for some seconds. */
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

/** wrk recognises a Host header only in this spelling, and would otherwise send two. */
const asWritten = (name: string) => (name === 'host' ? 'Host' : name)

/** Whether every response was as long as the inspected one; a few may be incomplete when time is up. */
export function isWhole({ requests, bytes, failures }: Load, responseBytes: number): boolean {
  const under = bytes - requests * responseBytes
  return failures === 0 && requests > 0 && under >= 0 && under <= usualConnections * responseBytes
}
