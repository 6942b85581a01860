/*
 * The part of Markdown that documentation is written in. The text comes from uploaded builds: it becomes React elements
 * and never HTML, links lead only to websites, and pictures are shown as their descriptions.
 */

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'quote'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'code'; text: string }

export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; address: string }

const fence = /^ {0,3}(`{3,}|~{3,})/
/** Of a line without space at its end, which would take quadratic time to leave out here. */
const heading = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s#+)?$/
const item = /^\s{0,12}(?:([-*+])|\d{1,9}[.)])\s+(.*)$/
const quote = /^ {0,3}>\s?(.*)$/
const tableRow = /^\s*\|.*\|\s*$/
const rule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/
/** A line of MDX that is code and not text: imports, and components such as `<Canvas of={Primary} />`. */
const mdx = /^(?:import\s.*|export\s.*|\s*<\/?[A-Z][^<]*>|\s*\{\/\*.*\*\/\})\s*$/

export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split(/\r?\n/)
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') })
    paragraph = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const last = blocks.at(-1)
    const isContinued = paragraph.length === 0
    const opening = fence.exec(line)?.[1]
    const found = heading.exec(line.trimEnd())
    const listed = item.exec(line)
    const quoted = quote.exec(line)
    if (opening !== undefined) {
      endParagraph()
      const end = lines.findIndex((other, index) => index > at && other.trim().startsWith(opening))
      const to = end === -1 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, to).join('\n') })
      at = to
    } else if (found) {
      endParagraph()
      blocks.push({ kind: 'heading', level: found[1]?.length ?? 1, text: found[2] ?? '' })
    } else if (line.trim() === '' || rule.test(line) || mdx.test(line)) {
      endParagraph()
    } else if (listed) {
      endParagraph()
      const isOrdered = listed[1] === undefined
      const text = listed[2] ?? ''
      if (isContinued && last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(text)
      else blocks.push({ kind: 'list', isOrdered, items: [text] })
    } else if (quoted) {
      endParagraph()
      if (isContinued && last?.kind === 'quote') last.text += ` ${quoted[1]}`
      else blocks.push({ kind: 'quote', text: quoted[1] ?? '' })
    } else if (tableRow.test(line)) {
      endParagraph()
      // As it is written, which is readable enough.
      if (isContinued && last?.kind === 'code' && lines[at - 1]?.trim().startsWith('|'))
        last.text += `\n${line}`
      else blocks.push({ kind: 'code', text: line })
    } else paragraph.push(line.trim())
  }
  endParagraph()
  return blocks
}

/** The lengths are limited, so that unclosed brackets do not take quadratic time. */
const inline =
  /`([^`]{1,1000})`|(!?)\[([^\]]{0,500})\]\(([^()\s]{0,2000})[^()]{0,200}\)|\*\*([^*]{1,1000})\*\*|\*([^*\s][^*]{0,1000})\*|\b_([^_]{1,1000})_\b|<(https?:\/\/[^<>\s]{1,2000})>/g

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  const add = (part: Inline) => {
    if (part.text !== '') parts.push(part)
  }
  for (const match of text.matchAll(inline)) {
    add({ kind: 'text', text: text.slice(at, match.index) })
    at = match.index + match[0].length
    const [, code, image, label, address, strong, starred, underscored, bare] = match
    if (code !== undefined) add({ kind: 'code', text: code })
    else if (strong !== undefined) add({ kind: 'strong', text: strong })
    else if (bare !== undefined) add({ kind: 'link', text: bare, address: bare })
    else if (label !== undefined && address !== undefined) {
      const isLink = image === '' && isWebsite(address)
      add(isLink ? { kind: 'link', text: label, address } : { kind: 'text', text: label })
    } else add({ kind: 'emphasis', text: starred ?? underscored ?? '' })
  }
  add({ kind: 'text', text: text.slice(at) })
  return parts
}

function isWebsite(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}
