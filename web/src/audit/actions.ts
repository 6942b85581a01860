import { texts } from '../texts/texts.ts'

/** `storybook.created`, `apiKey.deleted` as a person would say it: "Storybook created", "API key deleted". */
export const describeAction = (action: string): string =>
  wordsOf(texts.audit.actions, action) ?? wordsOf(texts.audit.subjects, action) ?? spelledOut(action)

const wordsOf = (known: Record<string, string>, word: string) =>
  Object.hasOwn(known, word) ? known[word] : undefined

/** What a newer server may write down: its own words, in want of better ones. */
function spelledOut(action: string): string {
  const words = action
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\bapi\b/g, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Choice {
  value: string
  label: string
}

/** What can be looked for, by what was changed: all changes to it, or one kind of them. */
export function filterOptions(actions: readonly string[]): { group: string; items: Choice[] }[] {
  const subjects = [...new Set(actions.map(subjectOf))]
  return subjects.map((subject) => {
    const own = actions.filter((action) => subjectOf(action) === subject)
    const group = describeAction(subject)
    const items = own.map((action) => ({ value: action, label: describeAction(action) }))
    const all = { value: subject, label: texts.audit.everyChange(group) }
    return { group, items: items.length > 1 ? [all, ...items] : items }
  })
}

const subjectOf = (action: string) => action.split('.')[0] ?? action
