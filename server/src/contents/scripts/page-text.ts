import type { BuildFiles } from '../build-files.ts'
import { resolvePath } from './file-names.ts'

/**
 * What a build's page shows and runs by itself, as a text to compare: whatever `preview-head.html` and `preview-body.html`
 * add to it. Scripts and styles that are read by other means are left out, because their names and number say nothing;
 * other files stand for their content. Takes linear time: no pattern looks beyond the next tag, quote or line.
 */
export function pageText(
  html: string,
  files: Pick<BuildFiles, 'has' | 'checksum'>,
  isRead: (path: string) => boolean,
): string {
  const leaveOut = (tag: string) =>
    /\bmodulepreload\b/i.test(tag) || isRead(resolvePath('', addressOf(tag))) ? '' : tag
  return html
    .replaceAll(settings, '')
    .replaceAll(/<link\s[^<>]{0,1000}>/gi, leaveOut)
    .replaceAll(/<script\s[^<>]{0,1000}>\s*<\/script>/gi, leaveOut)
    .replaceAll(/\bimport\s*["'][^"'\s<>]{1,500}\.bundle\.js["'];?/g, '')
    .replaceAll(/(["'(])([^"'()\s<>]{1,300})(?=["')])/g, (all: string, quote: string, address: string) => {
      const path = resolvePath('', address)
      if (isRead(path)) return quote
      return files.has(path) && !isData.test(path) ? quote + files.checksum(path) : all
    })
    .replaceAll(/\s+/g, ' ')
}

/** Lists of stories and other pages: no part of how a story looks. */
const isData = /\.(?:html?|json)$/i

const addressOf = (tag: string): string => /\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? ''

/** Storybook's own, which say where stories are and what is listed of them, not how they look. */
const settings =
  /^[ \t]*window(?:\.|\[["'])(?:CONFIG_TYPE|LOGLEVEL|CHANNEL_OPTIONS|STORIES|DOCS_OPTIONS|TAGS_OPTIONS)\b.*$/gm
