/** One answer, without most of its body. */
export interface Answer {
  status: number
  head: string
  /** The beginning of the body. */
  body: Buffer
}

export interface AnswerReader {
  push(chunk: Buffer): void
  /** The connection has ended, which ends a body without a length. */
  end(): void
  /** Whether an answer has begun and is not complete. */
  isWithin(): boolean
  answers: Answer[]
  /** The server closes the connection, or what it sent is not HTTP. */
  mustClose(): boolean
}

const keptBytes = 64 * 1024
const maxHeadBytes = 64 * 1024
const nothing = Buffer.alloc(0)

/** Reads the answers on one connection. `isHead` is asked for each, from 0, because answers to HEAD have no body. */
export function readAnswers(isHead: (index: number) => boolean): AnswerReader {
  const answers: Answer[] = []
  let unread: Buffer = nothing
  let current: { answer: Answer; kept: Buffer[]; left: number; isChunked: boolean } | undefined
  let isClosing = false

  /** Returns whether there is more to read. */
  function readHead(): boolean {
    const end = unread.indexOf('\r\n\r\n')
    if (end === -1) {
      if (unread.length > maxHeadBytes) isClosing = true
      return false
    }
    const head = unread.toString('latin1', 0, end)
    unread = unread.subarray(end + 4)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
    if (status === 0) isClosing = true
    if (/^connection:\s*close/im.test(head)) isClosing = true
    // 100 Continue and the like come before the answer.
    if (status >= 100 && status < 200 && status !== 101) return true
    const answer = { status, head, body: nothing }
    const isChunked = /^transfer-encoding:\s*chunked/im.test(head)
    const hasBody = status !== 204 && status !== 304 && !isHead(answers.length)
    const length = /^content-length:\s*(\d+)/im.exec(head)?.[1]
    const left = length === undefined ? Infinity : Number(length)
    current = { answer, kept: [], left: hasBody && !isChunked ? left : 0, isChunked: hasBody && isChunked }
    if (!hasBody || left === 0) finish()
    return true
  }

  function finish() {
    if (!current) return
    current.answer.body = Buffer.concat(current.kept)
    answers.push(current.answer)
    current = undefined
  }

  function take(length: number) {
    if (!current) return
    const part = unread.subarray(0, length)
    unread = unread.subarray(part.length)
    current.left -= part.length
    if (answers.length === 0 && current.kept.length < 8) current.kept.push(part.subarray(0, keptBytes))
  }

  function readBody(): boolean {
    if (!current) return false
    if (current.left > 0) take(current.left)
    if (current.left > 0) return false
    if (!current.isChunked) {
      finish()
      return true
    }
    return readChunkSize()
  }

  /** A chunk's size, after the line end of the one before it. */
  function readChunkSize(): boolean {
    const from = unread[0] === 13 ? 2 : 0
    const end = unread.indexOf('\r\n', from)
    if (end === -1 || !current) return false
    const size = Number.parseInt(unread.toString('latin1', from, end), 16)
    if (size === 0) {
      if (unread.length < end + 4) return false
      unread = unread.subarray(end + 4)
      finish()
      return true
    }
    unread = unread.subarray(end + 2)
    if (!(size > 0)) isClosing = true
    current.left = size > 0 ? size : Infinity
    return true
  }

  return {
    answers,
    push(chunk) {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
      while (unread.length > 0 && (current ? readBody() : readHead()));
    },
    end() {
      if (current?.left === Infinity) finish()
    },
    isWithin: () => current !== undefined || unread.length > 0,
    mustClose: () => isClosing,
  }
}
