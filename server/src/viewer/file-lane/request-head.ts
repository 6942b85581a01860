import type { FileRequest, FileRequestHeaders } from '../file-request.ts'

/** Longer heads are left to Node, which has a limit of its own and an answer for it. */
const maxHeadBytes = 8 * 1024

const requestLine = /^GET \/[\x21-\x7e]* HTTP\/1\.1$/
const method = 'GET'
const version = ' HTTP/1.1'

/** All header lines and the empty line, nothing after it, and no line that two parsers could read differently. */
const headerLines = /^\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/

/** Requests with one of these want more than a file, or have a body. */
const unsupported = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'te', 'trailer'])

/** Reads the requests of one connection: the request if a chunk holds exactly one plain request, otherwise undefined. */
export function createHeadReader(): (chunk: Buffer) => FileRequest | undefined {
  // Browsers send the same header lines with nearly every request, so the last ones are not parsed again.
  let lastLines = ''
  let lastHeaders: FileRequestHeaders | undefined
  return (chunk) => {
    if (chunk.length > maxHeadBytes) return undefined
    const text = chunk.toString('latin1')
    const end = text.indexOf('\r\n')
    const first = text.slice(0, end)
    if (end === -1 || !requestLine.test(first)) return undefined
    const lines = text.slice(end)
    if (lines !== lastLines) {
      lastHeaders = parseHeaders(lines)
      lastLines = lines
    }
    if (lastHeaders === undefined) return undefined
    return { method, url: first.slice(method.length + 1, -version.length), headers: lastHeaders }
  }
}

function parseHeaders(lines: string): FileRequestHeaders | undefined {
  if (!headerLines.test(lines)) return undefined
  const headers: Record<keyof FileRequestHeaders, string | undefined> = {
    host: undefined,
    cookie: undefined,
    'accept-encoding': undefined,
    'if-none-match': undefined,
    range: undefined,
    'if-range': undefined,
    traceparent: undefined,
    'x-forwarded-for': undefined,
  }
  for (const line of lines.slice(2, -4).split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = trimmed(line.slice(colon + 1))
    if (isUsed(name, headers)) {
      // Node decides which of two equal headers counts.
      if (headers[name] !== undefined) return undefined
      headers[name] = value
    } else if (unsupported.has(name) || (name === 'connection' && value.toLowerCase() !== 'keep-alive')) {
      return undefined
    }
  }
  return headers.host === undefined ? undefined : headers
}

/** Without tabs and spaces at both ends. As a pattern, `[\t ]+$` takes quadratic time for spaces that end elsewhere. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t'

const isUsed = <Headers extends object>(name: string, headers: Headers): name is string & keyof Headers =>
  Object.hasOwn(headers, name)
