import { locale, perLocale } from './locale.ts'

const numbers = perLocale(({ tag }) => new Intl.NumberFormat(tag))

/** On a phone, creating a formatter takes a tenth of a second, and most numbers are too small to need it. */
export const formatNumber = (value: number): string =>
  isPlain(value) ? String(value) : numbers().format(value)

const isPlain = (value: number) =>
  locale.language === 'en' && Number.isInteger(value) && value >= 0 && value < 1000

/** The plural forms of a language; `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Those of the browser take as long to create. */
const englishRules = {
  select: (count: number): Intl.LDMLPluralRule => (Math.abs(count) === 1 ? 'one' : 'other'),
}

/** Picks the plural form for a count: "1 story", "2,400 stories". */
export function pluralsOf(language: string) {
  const rules = language === 'en' ? englishRules : new Intl.PluralRules(language)
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replace('#', () => formatNumber(count))
}
