import { storyPathSearch } from './story-address.ts'

/** What a page of the build tells about itself. Untrusted: only values of the known shape are accepted, and shown as text. */

export type BuildPage = 'manager' | 'preview'

export interface BuildProblem {
  /** A file that the version does not have, one that could not be loaded, or an error in a script. */
  kind: 'missing' | 'unloaded' | 'error'
  /** The file's path, empty if unknown, or the error's first line. */
  text: string
}

export interface BuildReport {
  page: BuildPage
  showsSomething: boolean
  problems: BuildProblem[]
  /** The id of a story or docs page that the preview was asked for and does not have. */
  missingStory: string | undefined
}

const maxProblems = 3
const maxTextLength = 160

/** The report in a message of the frame; undefined for any other message. */
export function readBuildReport(data: unknown): BuildReport | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, page, showsSomething, problems, missingStory } = data as Record<string, unknown>
  if (type !== 'plinth:report' || (page !== 'manager' && page !== 'preview')) return undefined
  const given: unknown[] = Array.isArray(problems) ? problems.slice(0, maxProblems) : []
  return {
    page,
    showsSomething: showsSomething === true,
    problems: given.flatMap(readProblem),
    missingStory: isEntryId(missingStory) ? missingStory : undefined,
  }
}

function readProblem(problem: unknown): BuildProblem[] {
  if (typeof problem !== 'object' || problem === null) return []
  const { kind, text } = problem as Record<string, unknown>
  const isKnown = kind === 'missing' || kind === 'unloaded' || kind === 'error'
  return isKnown && typeof text === 'string' && text.length <= 1000 ? [{ kind, text: clean(text) }] : []
}

const isEntryId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && storyPathSearch({ id, kind: 'story' }) !== ''

/** On one line, without characters that change how the text around it reads. */
function clean(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength - 1)}…` : line
}
