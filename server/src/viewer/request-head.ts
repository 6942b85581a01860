/** What decides how a file is answered, whoever has read the request. */
export interface FileRequest {
  method?: string | undefined
  url?: string | undefined
  headers: FileRequestHeaders
}

export interface FileRequestHeaders {
  host?: string | undefined
  cookie?: string | undefined
  'accept-encoding'?: string | string[] | undefined
  'if-none-match'?: string | undefined
  range?: string | undefined
  'if-range'?: string | string[] | undefined
  traceparent?: string | string[] | undefined
  'x-forwarded-for'?: string | undefined
}

/** Longer heads are left to Node, which has a limit and an answer for them. */
const longestHead = 8 * 1024

const requestLine = /^GET \/[\x21-\x7e]* HTTP\/1\.1$/
const method = 'GET'
const version = ' HTTP/1.1'

/** All header lines and the empty one: nothing after it, and no line that could be read in two ways. */
const headerLines = /^\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/

/** Whoever sends one of these wants more than a file, or sends more than a head. */
const beyond = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'te', 'trailer'])

/** Reads what one connection sends: the request in a chunk if it is a plain one, undefined where there is any doubt. */
export function headReader(): (chunk: Buffer) => FileRequest | undefined {
  // A browser sends the same lines with nearly every request, so they are read once.
  let knownLines = ''
  let knownHeaders: FileRequestHeaders | undefined
  return (chunk) => {
    if (chunk.length > longestHead) return undefined
    const text = chunk.toString('latin1')
    const end = text.indexOf('\r\n')
    const first = text.slice(0, end)
    if (end === -1 || !requestLine.test(first)) return undefined
    const lines = text.slice(end)
    if (lines !== knownLines) {
      knownHeaders = readHeaders(lines)
      knownLines = lines
    }
    if (knownHeaders === undefined) return undefined
    return { method, url: first.slice(method.length + 1, -version.length), headers: knownHeaders }
  }
}

function readHeaders(lines: string): FileRequestHeaders | undefined {
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
    const value = line.slice(colon + 1).replace(/^[\t ]+|[\t ]+$/g, '')
    if (isWanted(name, headers)) {
      // Which of two counts is for one reader to decide, not for two.
      if (headers[name] !== undefined) return undefined
      headers[name] = value
    } else if (beyond.has(name) || (name === 'connection' && value.toLowerCase() !== 'keep-alive')) {
      return undefined
    }
  }
  return headers.host === undefined ? undefined : headers
}

const isWanted = <Headers extends object>(name: string, headers: Headers): name is string & keyof Headers =>
  Object.hasOwn(headers, name)
