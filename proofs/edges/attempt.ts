/** Bytes for one connection, and what may be expected of the answer. */
export interface Attempt {
  /** What kind of input it is, for figures. */
  kind: string
  bytes: Buffer
  /** Exactly one complete request, so that exactly one answer follows and the connection can be used again. */
  isFramed: boolean
  /**
   * What the client does after the last byte of anything else: waits for the answer, resets the connection, or
   * leaves it open without a word.
   */
  afterwards: 'wait' | 'reset' | 'leave'
}

export interface RequestParts {
  method: string
  target: string
  host: string
  /** Complete lines, as bytes in Latin-1. */
  headers?: readonly string[]
  body?: Buffer | string | undefined
}

/** The bytes of a request; text is taken as Latin-1, so that every byte can be written. */
export function requestBytes({ method, target, host, headers = [], body }: RequestParts): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body) : body
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers]
  if (content) lines.push(`Content-Length: ${content.length}`)
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return content ? Buffer.concat([head, content]) : head
}

export const framed = (kind: string, parts: RequestParts): Attempt => ({
  kind,
  bytes: requestBytes(parts),
  isFramed: true,
  afterwards: 'wait',
})

export const loose = (
  kind: string,
  bytes: Buffer | string,
  afterwards: Attempt['afterwards'] = 'wait',
): Attempt => ({
  kind,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  isFramed: false,
  afterwards,
})

/** Whether a server could already answer the first request in these bytes, or has to wait for more. */
export function isComplete(bytes: Buffer): boolean {
  // Empty lines before a request are ignored.
  const start = bytes.findIndex((byte) => byte !== 13 && byte !== 10)
  const end = bytes.indexOf('\r\n\r\n', Math.max(0, start))
  if (start === -1 || end === -1) return false
  const head = bytes.toString('latin1', 0, end)
  // The preface of HTTP/2 has two parts.
  if (/^\s*PRI \* HTTP\/2/.test(head)) return bytes.includes('SM\r\n\r\n', end)
  if (/^transfer-encoding\s*:/im.test(head)) return bytes.includes('\r\n0\r\n\r\n', end)
  const length = /^content-length\s*:\s*(\d+)\s*$/im.exec(head)?.[1]
  return bytes.length - end - 4 >= Number(length ?? 0)
}

const methodsWithin = 64 * 1024

/** The methods of the requests in these bytes, one behind the other. */
export function methodsOf(bytes: Buffer): string[] {
  const text = bytes.toString('latin1', 0, methodsWithin)
  return [...text.matchAll(/(?:^|\r\n\r\n)([A-Z]+) /g)].map(([, method = '']) => method)
}

const shownBytes = 1500

/** As a JavaScript string in Latin-1, to be sent again; without its middle if it is long. */
export function quoteBytes(bytes: Buffer): string {
  if (bytes.length <= 2 * shownBytes) return `'${escaped(bytes)}'`
  const left = bytes.length - 2 * shownBytes
  return `'${escaped(bytes.subarray(0, shownBytes))}' … ${left} bytes … '${escaped(bytes.subarray(-shownBytes))}'`
}

const escaped = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replaceAll(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
