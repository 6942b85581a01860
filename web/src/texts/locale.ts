interface Locale {
  /** Whose words are used. */
  language: string
  /** How dates and numbers are written: in that language, by the habits of the person's region. */
  tag: string
}

export let locale: Locale = { language: 'en', tag: 'en' }

/** Speaks a language with somebody who prefers these, most wanted first, as browsers list them. */
export function setLocale(language: string, preferred: readonly string[]) {
  locale = { language, tag: tagFor(language, preferred) }
}

/** The language with the region of the person: `en` for somebody who prefers `de-DE` is `en-DE`. */
export function tagFor(language: string, preferred: readonly string[]): string {
  const region = preferred.map(regionOf).find((found) => found !== undefined)
  return new Intl.Locale(language, region === undefined ? {} : { region }).toString()
}

/** `de` alone says Germany too, most likely; what is no language tag says nothing. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}

/** A formatter is slow to make and quick to use: made when it is first asked for, and anew for another locale. */
export function perLocale<Formatter>(make: (locale: Locale) => Formatter): () => Formatter {
  let made: { for: Locale; formatter: Formatter } | undefined
  return () => {
    if (made?.for !== locale) made = { for: locale, formatter: make(locale) }
    return made.formatter
  }
}
