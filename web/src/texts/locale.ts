interface Locale {
  /** The language of the texts. */
  language: string
  /** How dates and numbers are formatted: in that language, with the conventions of the user's region. */
  tag: string
}

export let locale: Locale = { language: 'en', tag: 'en' }

/** `preferred` lists the user's languages as browsers do, most wanted first. */
export function setLocale(language: string, preferred: readonly string[]) {
  locale = { language, tag: tagFor(language, preferred) }
}

/** The language with the user's region: `en` for a user who prefers `de-DE` is `en-DE`. */
export function tagFor(language: string, preferred: readonly string[]): string {
  const region = preferred.reduce<string | undefined>((found, one) => found ?? regionOf(one), undefined)
  return new Intl.Locale(language, region === undefined ? {} : { region }).toString()
}

/** `de` alone most likely means Germany, which takes long to find out. An invalid tag has no region. */
function regionOf(tag: string): string | undefined {
  try {
    const named = new Intl.Locale(tag)
    return named.region ?? named.maximize().region
  } catch {
    return undefined
  }
}

/** Caches a formatter for the current locale, because creating one is slow. */
export function perLocale<Formatter>(create: (locale: Locale) => Formatter): () => Formatter {
  let cached: { for: Locale; formatter: Formatter } | undefined
  return () => {
    if (cached?.for !== locale) cached = { for: locale, formatter: create(locale) }
    return cached.formatter
  }
}
