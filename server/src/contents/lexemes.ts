import type { ResultKind } from '@plinth/contract/search.ts'

/**
 * What an entry of the catalogue is found by. Each lexeme starts with the account and with where the word is: one index
 * answers both, and the words of one account are never read for another, however common they are.
 */
export interface Lexemes {
  /** A word of the name, by the kind of what has that name; only of `kindsByName`. */
  inName: (kind: ResultKind, word: string) => string
  /** A word of the name or of where it is in the sidebar. */
  inTitle: (kind: ResultKind, word: string) => string
  /** A word of these or of anything else: description, text of a page, prop names of a component, tags. */
  anywhere: (word: string) => string
  /** The whole name as one word. */
  wholeName: (word: string) => string
  /** Every entry of the account has it. */
  ofAccount: () => string
  ofKind: (kind: ResultKind) => string
  ofStorybook: (storybookId: number) => string
  ofTag: (tag: string) => string
}

const letters: Record<ResultKind, string> = {
  storybook: 'b',
  component: 'c',
  story: 's',
  docs: 'd',
  prop: 'p',
}

export function lexemesOf(accountId: number): Lexemes {
  const lexeme = (place: string, word: string) => `${accountId}${place}${word}`
  return {
    inName: (kind, word) => lexeme(letters[kind].toUpperCase(), word),
    inTitle: (kind, word) => lexeme(letters[kind], word),
    anywhere: (word) => lexeme('~', word),
    wholeName: (word) => lexeme('=', word),
    ofAccount: () => lexeme('', ''),
    ofKind: (kind) => lexeme('#', kind),
    ofStorybook: (storybookId) => lexeme('$', String(storybookId)),
    ofTag: (tag) => lexeme('@', tag),
  }
}

/** Of these, all that have the words in their name are found before those that have them in their title. */
export const kindsByName: ReadonlySet<ResultKind> = new Set(['component', 'story'])

/** A lexeme as PostgreSQL reads it in the text of a tsvector or tsquery. */
export const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`
