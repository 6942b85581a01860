import { Problem } from '../../http/problems.ts'

/** Receives the parts of a form in order. Errors it throws propagate to the caller of `push`. */
export interface FormHandler {
  field(name: string, text: string): void
  /** A file starts. The data that follows is its content, until the next part starts. */
  file(name: string): void
  data(piece: Buffer): void
}

export interface FormParser {
  /** Throws a problem if the form is malformed. */
  push(chunk: Buffer): void
  end(): void
}

const maxParts = 10
const maxFieldBytes = 8 * 1024
/** More than any encoder writes as part headers, preamble or epilogue. */
const maxHeadBytes = 16 * 1024

const endOfHead = Buffer.from('\r\n\r\n')

/** The boundary parameter of a Content-Type. */
export function boundaryOf(contentType = ''): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new Problem('media_type', { detail: 'Send the upload as multipart/form-data.' })
  }
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary === '' || boundary.length > 200)
    throw invalid('The content type of the form has no valid boundary.')
  return boundary
}

type State = 'preamble' | 'after a delimiter' | 'head' | 'field' | 'file' | 'epilogue'

/**
 * An incremental parser of multipart forms (RFC 7578). Synchronous: every error is thrown from `push` or `end`. `longFields` are
 * those that may have more bytes than others.
 */
export function formParser(
  boundary: string,
  handler: FormHandler,
  longFields: ReadonlyMap<string, number> = new Map(),
): FormParser {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let state: State = 'preamble'
  /** Received and not yet parsed. Starts with a line break, since the first delimiter needs none before it. */
  let pending: Buffer = Buffer.from('\r\n')
  let parts = 0
  let name = ''
  let collected: Buffer[] = []
  let collectedBytes = 0

  function collect(piece: Buffer, maxBytes: number) {
    collectedBytes += piece.length
    if (collectedBytes > maxBytes) {
      throw invalid(
        state === 'field' ? `The field ${name.slice(0, 50)} is too long.` : 'The form is not valid.',
      )
    }
    collected.push(piece)
  }

  function takeCollected(): string {
    const text = Buffer.concat(collected).toString()
    collected = []
    collectedBytes = 0
    return text
  }

  /** Passes the bytes before the mark to `use`, and consumes the mark; false if it has not arrived yet. */
  function takeUntil(mark: Buffer, use: (piece: Buffer) => void): boolean {
    const at = pending.indexOf(mark)
    const end = at === -1 ? startOfPossible(mark, pending) : at
    const piece = pending.subarray(0, end)
    pending = pending.subarray(at === -1 ? end : at + mark.length)
    if (piece.length > 0) use(piece)
    return at !== -1
  }

  function begin(next: State): true {
    state = next
    return true
  }

  /** Each parses one element; false if it needs more bytes. */
  const steps: Record<State, () => boolean> = {
    preamble() {
      if (!takeUntil(delimiter, (piece) => collect(piece, maxHeadBytes))) return false
      takeCollected()
      return begin('after a delimiter')
    },
    'after a delimiter'() {
      if (pending.length < 2) return false
      if (pending.toString('latin1', 0, 2) === '--') return begin('epilogue')
      parts += 1
      if (parts > maxParts) throw invalid('The form has too many parts.')
      return begin('head')
    },
    // Starts with the line break after the delimiter, so that a part may have no headers at all.
    head() {
      if (!takeUntil(endOfHead, (piece) => collect(piece, maxHeadBytes))) return false
      const head = readHead(takeCollected())
      name = head.name
      if (!head.isFile) return begin('field')
      handler.file(name)
      return begin('file')
    },
    field() {
      if (!takeUntil(delimiter, (piece) => collect(piece, longFields.get(name) ?? maxFieldBytes)))
        return false
      handler.field(name, takeCollected())
      return begin('after a delimiter')
    },
    file: () => takeUntil(delimiter, (piece) => handler.data(piece)) && begin('after a delimiter'),
    epilogue() {
      collect(pending, maxHeadBytes)
      pending = pending.subarray(pending.length)
      return false
    },
  }

  return {
    push(chunk) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      while (steps[state]());
    },
    end() {
      if (state !== 'epilogue') throw invalid('The form ends before it is complete.')
    },
  }
}

/** Where a partial mark starts at the end of the bytes; their length if there is none. */
function startOfPossible(mark: Buffer, bytes: Buffer): number {
  const first = mark[0] ?? 0
  let at = bytes.indexOf(first, Math.max(0, bytes.length - mark.length + 1))
  while (at !== -1 && !mark.subarray(0, bytes.length - at).equals(bytes.subarray(at))) {
    at = bytes.indexOf(first, at + 1)
  }
  return at === -1 ? bytes.length : at
}

const binary = /^content-type:\s*application\/octet-stream\s*(;|$)/i
const parameter = /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

function readHead(head: string): { name: string; isFile: boolean } {
  const [afterDelimiter = '', ...lines] = head.split('\r\n')
  if (afterDelimiter.trim() !== '') throw invalid('The parts of the form are not separated by its boundary.')
  const disposition = lines.find((line) => /^content-disposition:\s*form-data\s*;/i.test(line))
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, plain = ''] of disposition?.matchAll(parameter) ?? []) {
    parameters.set(key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain)
  }
  const name = parameters.get('name')
  if (name === undefined) throw invalid('A part of the form has no name.')
  return { name, isFile: parameters.has('filename') || lines.some((line) => binary.test(line)) }
}

const invalid = (detail: string) => new Problem('form_invalid', { detail })
