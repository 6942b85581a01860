import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

import type { Headers } from '../file-reply.ts'

interface Head {
  status: number
  bytes: Buffer
  dateOffset: number
  /** the second its date was written for */
  second: number
}

const heads = new WeakMap<Headers, Head>()

/** The same headers are sent many times: they are serialised once, and only the date is rewritten. */
export function responseHead(status: number, headers: Headers): Buffer {
  const second = Math.floor(Date.now() / 1000)
  let head = heads.get(headers)
  if (head?.status !== status) {
    head = serialise(status, headers)
    heads.set(headers, head)
  }
  if (head.second !== second) {
    head.bytes.write(new Date(second * 1000).toUTCString(), head.dateOffset, 'latin1')
    head.second = second
  }
  return head.bytes
}

function serialise(status: number, headers: Headers): Head {
  const beforeDate = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ndate: `
  const lines = Object.entries({ ...headers, connection: 'keep-alive' }).map(([name, value]) => {
    // As Node's own response does: a line break would let a value add headers, or a second response.
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}\r\n`
  })
  const bytes = Buffer.from(`${beforeDate}${new Date(0).toUTCString()}\r\n${lines.join('')}\r\n`, 'latin1')
  return { status, bytes, dateOffset: beforeDate.length, second: 0 }
}
