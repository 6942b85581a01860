// `node repeat.ts plan.json`: sends the requests of a plan over and over, until it is killed.
import { readFileSync } from 'node:fs'

import { runLast, startStorm } from './storm.ts'
import type { StormRequest } from './storm.ts'

export interface RepeatedRequest extends Omit<StormRequest, 'body'> {
  /** How many connections send it, each for itself. */
  connections: number
  everyMs: number
  body?: string
  /** A file with the body. */
  bodyFile?: string
}

export interface RepeatPlan {
  port: number
  host: string
  requests: RepeatedRequest[]
}

const { requests, ...entrance } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RepeatPlan
const { storm } = startStorm(entrance)

runLast()
await Promise.all(
  requests.flatMap(({ connections, everyMs, bodyFile, body, ...outgoing }) => {
    const content = bodyFile === undefined ? body : readFileSync(bodyFile)
    const request = { ...outgoing, ...(content !== undefined && { body: content }) }
    return Array.from({ length: connections }, (_, client) => storm(client, everyMs, request))
  }),
)
