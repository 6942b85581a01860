import { perLocale } from './locale.ts'

const numbers = perLocale(({ tag }) => new Intl.NumberFormat(tag))

export const formatNumber = (value: number): string => numbers().format(value)

/** The plural forms of a language; `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Picks the plural form for a count: "1 story", "2,400 stories". */
export function pluralsOf(language: string) {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replace('#', () => formatNumber(count))
}
