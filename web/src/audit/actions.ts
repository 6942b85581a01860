import { texts } from '../texts/texts.ts'

/** "Storybook created" for `storybook.created`. */
export const describeAction = (action: string): string =>
  knownText(texts.audit.actions, action) ?? knownText(texts.audit.subjects, action) ?? humanize(action)

const knownText = (known: Record<string, string>, word: string) =>
  Object.hasOwn(known, word) ? known[word] : undefined

/** A readable form of actions that only a newer server knows. */
function humanize(action: string): string {
  const words = action
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\bapi\b/g, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Option {
  value: string
  label: string
}

/** The options of the filter, grouped by subject: every change to it, or one kind of change. */
export function filterOptions(actions: readonly string[]): { group: string; items: Option[] }[] {
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
