import { logError } from '../log.ts'
import { en } from './en/en.ts'
import { setLocale } from './locale.ts'

/** What a language has to say. One that misses something does not compile. */
export type Texts = typeof en

export type Catalogues = Record<string, () => Promise<Texts>>

/** Another language is a folder like `en` and a line here; it is fetched only by those who read it. */
const catalogues: Catalogues = {
  en: async () => en,
}

const fallback = 'en'

/** The words in use. To be read while rendering, not while a module loads: the language is chosen in between. */
export let texts: Texts = en

/** Speaks the first of a person's languages that there are words for, and answers which one that is. */
export async function loadTexts(
  preferred: readonly string[],
  known: Catalogues = catalogues,
): Promise<string> {
  const wanted = languageFor(preferred, Object.keys(known))
  const catalogue = await known[wanted]?.().catch((error: unknown) => {
    logError(`The texts in ${wanted} could not be loaded`, error)
    return undefined
  })
  const language = catalogue ? wanted : fallback
  texts = catalogue ?? en
  setLocale(language, preferred)
  return language
}

function languageFor(preferred: readonly string[], known: string[]): string {
  const lookups = preferred.flatMap(widened)
  return lookups.find((tag) => known.includes(tag)) ?? fallback
}

/** `zh-Hant-TW` is served by `zh-Hant`, and else by `zh`; what is no language tag by nothing. */
function widened(tag: string): string[] {
  try {
    const parts = new Intl.Locale(tag).baseName.split('-')
    return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  } catch {
    return []
  }
}
