import { Problem } from '../../http/problems.ts'

/** What a form consists of, in its order. What a handler throws is thrown to whoever pushes. */
export interface FormHandler {
  field(name: string, text: string): void
  /** A file begins; the data that follow are its content, until something else begins. */
  file(name: string): void
  data(piece: Buffer): void
}

export interface FormParser {
  /** Throws a problem where the form is not as it should be. */
  push(chunk: Buffer): void
  end(): void
}

const mostParts = 10
const longestField = 8 * 1024
/** More than any encoder writes before a part's content, before the first part or after the last. */
const longestHead = 16 * 1024

const endOfHead = Buffer.from('\r\n\r\n')

/** The text between the parts, as the request's Content-Type announces it. */
export function boundaryOf(contentType = ''): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new Problem('media_type', { detail: 'Send the upload as multipart/form-data.' })
  }
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary === '' || boundary.length > 200)
    throw invalid('The form does not say what separates its parts.')
  return boundary
}

type State = 'preamble' | 'after a delimiter' | 'head' | 'field' | 'file' | 'epilogue'

/**
 * Reads a multipart form (RFC 7578) from the pieces it arrives in. It has no events and no time of its own: all that
 * is wrong with a form is thrown from `push` and `end`.
 */
export function formParser(boundary: string, handler: FormHandler): FormParser {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let state: State = 'preamble'
  /** arrived and not yet used; the first delimiter need not have a line before it */
  let held: Buffer = Buffer.from('\r\n')
  let parts = 0
  let name = ''
  let collected: Buffer[] = []
  let collectedBytes = 0

  function collect(piece: Buffer, mostBytes: number) {
    collectedBytes += piece.length
    if (collectedBytes > mostBytes) {
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

  /** Gives what comes before the mark to `use`; true if the mark was there, which is taken too. */
  function takeUntil(mark: Buffer, use: (piece: Buffer) => void): boolean {
    const at = held.indexOf(mark)
    const end = at === -1 ? startOfPossible(mark, held) : at
    const piece = held.subarray(0, end)
    held = held.subarray(at === -1 ? end : at + mark.length)
    if (piece.length > 0) use(piece)
    return at !== -1
  }

  function begin(next: State): true {
    state = next
    return true
  }

  /** One step on; false where it takes more bytes. */
  const steps: Record<State, () => boolean> = {
    preamble() {
      if (!takeUntil(delimiter, (piece) => collect(piece, longestHead))) return false
      takeCollected()
      return begin('after a delimiter')
    },
    'after a delimiter'() {
      if (held.length < 2) return false
      if (held.toString('latin1', 0, 2) === '--') return begin('epilogue')
      parts += 1
      if (parts > mostParts) throw invalid('The form has too many parts.')
      return begin('head')
    },
    // Begins with the line break after the delimiter, so that a part may have no headers at all.
    head() {
      if (!takeUntil(endOfHead, (piece) => collect(piece, longestHead))) return false
      const head = readHead(takeCollected())
      name = head.name
      if (!head.isFile) return begin('field')
      handler.file(name)
      return begin('file')
    },
    field() {
      if (!takeUntil(delimiter, (piece) => collect(piece, longestField))) return false
      handler.field(name, takeCollected())
      return begin('after a delimiter')
    },
    file: () => takeUntil(delimiter, (piece) => handler.data(piece)) && begin('after a delimiter'),
    epilogue() {
      collect(held, longestHead)
      held = held.subarray(held.length)
      return false
    },
  }

  return {
    push(chunk) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      while (steps[state]());
    },
    end() {
      if (state !== 'epilogue') throw invalid('The form ends before it is complete.')
    },
  }
}

/** Where the end of the bytes may be the beginning of the mark; their length if it cannot be. */
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
  if (afterDelimiter.trim() !== '') throw invalid('The parts of the form are not separated as announced.')
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
