import { maxLength } from '@plinth/contract/max-length.ts'
import type { ResultKind } from '@plinth/contract/search.ts'

import { componentIdOf } from './contents.ts'
import type { Contents, ContentsComponent, ContentsEntry } from './contents.ts'
import { kindsByName, lexemesOf, quoteLexeme } from './lexemes.ts'
import { isStorable, storableText } from './storable-text.ts'
import { isFilterTag, tagsOfAll } from './tags.ts'
import { joinedWord, wordsOf } from './words.ts'

/** A row of catalogue_entries, ready to be sent as JSON. */
export interface CatalogueRow {
  kind: ResultKind
  entry_id: string | null
  name: string
  title: string
  description: string | null
  tags: string[]
  story_count: number | null
  prop_count: number | null
  /** The text of a tsvector. */
  words: string
}

/** What can be found of a version. */
export interface Catalogue {
  rows: CatalogueRow[]
  /** All its words, to correct misspelt ones. */
  words: string[]
  tags: string[]
}

export interface CatalogueOwner {
  accountId: number
  storybookId: number
}

const limits = {
  rows: 20_000,
  /** Characters of all rows together. */
  size: 6_000_000,
  name: 300,
  title: 300,
  description: 300,
  /** How much of a description or page can be searched for. */
  searchedText: 4_000,
  propNames: 200,
  lexemesPerRow: 600,
  tagsPerRow: 50,
  tags: 100,
  words: 20_000,
}

/** Tests have no rows of their own: they belong to their stories. */
export function catalogueOf(contents: Contents, owner: CatalogueOwner): Catalogue {
  const vocabulary = emptyVocabulary()
  const rows: CatalogueRow[] = []
  let size = 0
  for (const draft of draftsOf(contents)) {
    if (rows.length === limits.rows || size > limits.size) break
    // The names of the rest are more useful than the texts of the beginning.
    const row = rowOf(
      size > limits.size / 2 ? { ...draft, text: '', description: '' } : draft,
      owner,
      vocabulary,
    )
    size += row.name.length + row.title.length + row.words.length
    rows.push(row)
  }
  return {
    rows,
    words: suggestions(new Set([...vocabulary.names, ...vocabulary.others])).slice(0, limits.words),
    tags: [...new Set(rows.flatMap(({ tags }) => tags))].slice(0, limits.tags),
  }
}

/** The row of the storybook itself, which is there before its first version. */
export function storybookRow(
  { title, description }: { title: string; description: string | null },
  owner: CatalogueOwner,
): { row: CatalogueRow; words: string[] } {
  const vocabulary = emptyVocabulary()
  const draft = { kind: 'storybook', name: title, title: '', description: description ?? '' } as const
  return { row: rowOf(draft, owner, vocabulary), words: suggestions(vocabulary.names) }
}

interface DraftRow {
  kind: ResultKind
  id?: string
  name: string
  title: string
  description?: string | undefined
  /** Searched for, but not shown. */
  text?: string | undefined
  tags?: readonly string[]
  storyCount?: number
  propCount?: number | undefined
}

/** The most important first, since the number of rows is limited. */
function* draftsOf({ components, entries }: Contents): Generator<DraftRow> {
  const storable = entries.filter(({ id }) => isStorable(id))
  const stories = storable.filter(({ kind }) => kind === 'story')
  const storiesOf = Map.groupBy(stories, ({ id }) => componentIdOf(id))
  const storableComponents = components.filter(({ id }) => isStorable(id))
  for (const component of storableComponents)
    yield componentDraft(component, storiesOf.get(component.id) ?? [])
  for (const story of stories) yield { ...story, kind: 'story', text: undefined }
  for (const page of storable.filter(({ kind }) => kind === 'docs')) yield { ...page, kind: 'docs' }
  for (const { id, title, props = [] } of storableComponents) {
    for (const { name, description } of props) yield { kind: 'prop', id, name, title, description }
  }
}

function componentDraft(
  { id, name, title, description, props }: ContentsComponent,
  stories: readonly ContentsEntry[],
): DraftRow {
  return {
    kind: 'component',
    id,
    name,
    title,
    description,
    text: props
      ?.slice(0, limits.propNames)
      .map((prop) => prop.name)
      .join(' '),
    tags: tagsOfAll(stories),
    storyCount: stories.length,
    propCount: props?.length,
  }
}

interface Vocabulary {
  names: Set<string>
  others: Set<string>
}

const emptyVocabulary = (): Vocabulary => ({ names: new Set(), others: new Set() })

/** Shorter words are never suggested for misspelt ones. */
const suggestions = (words: Set<string>) => [...words].filter(({ length }) => length >= 3)

function remember(words: Set<string>, word: string): void {
  if (words.size < limits.words) words.add(word)
}

function rowOf(
  draft: DraftRow,
  { accountId, storybookId }: CatalogueOwner,
  vocabulary: Vocabulary,
): CatalogueRow {
  const { kind } = draft
  const lexeme = lexemesOf(accountId)
  const name = storableText(draft.name, limits.name)
  const title = storableText(draft.title, limits.title)
  const searched = storableText(`${draft.description ?? ''} ${draft.text ?? ''}`, limits.searchedText)
  const tags = [...new Set(draft.tags)]
    .filter((tag) => isStorable(tag) && tag.length <= maxLength.tag && isFilterTag(tag))
    .slice(0, limits.tagsPerRow)

  const lexemes = new Set([
    lexeme.ofAccount(),
    lexeme.ofKind(kind),
    lexeme.ofStorybook(storybookId),
    ...tags.map(lexeme.ofTag),
  ])
  for (const whole of wholeNames(name, title, kind)) lexemes.add(lexeme.wholeName(whole))
  const nameWords = new Set([...wordsOf(name), joinedWord(name)].filter((word) => word !== ''))
  const titleWords = new Set([...nameWords, ...wordsOf(title)])
  if (kindsByName.has(kind)) for (const word of nameWords) lexemes.add(lexeme.inName(kind, word))
  for (const word of titleWords) {
    lexemes.add(lexeme.inTitle(kind, word))
    lexemes.add(lexeme.anywhere(word))
    remember(vocabulary.names, word)
  }
  for (const word of wordsOf(`${tags.join(' ')} ${searched}`)) {
    if (lexemes.size >= limits.lexemesPerRow) break
    lexemes.add(lexeme.anywhere(word))
    remember(vocabulary.others, word)
  }
  return {
    kind,
    entry_id: draft.id ?? null,
    name,
    title,
    description: storableText(draft.description ?? '', limits.description) || null,
    tags,
    story_count: draft.storyCount ?? null,
    prop_count: draft.propCount ?? null,
    words: [...lexemes].map(quoteLexeme).join(' '),
  }
}

/** What counts as an exact match. A component may have another name in the sidebar; a story is often named with it. */
function wholeNames(name: string, title: string, kind: ResultKind): string[] {
  const last = title.split('/').at(-1) ?? ''
  const others: Partial<Record<ResultKind, string>> = { component: last, story: `${last} ${name}` }
  return [name, others[kind] ?? ''].map(joinedWord).filter((word) => word !== '')
}
