import { logError } from '../log.ts'
import { en } from './en/en.ts'
import { setLocale } from './locale.ts'

/** All texts of a language. An incomplete language does not compile. */
export type Texts = typeof en

export type Catalogues = Record<string, () => Promise<Texts>>

/** Another language is a folder like `en` and a line here; it is loaded only when it is used. */
const catalogues: Catalogues = {
  en: async () => en,
}

const fallback = 'en'

/** The current texts. Read them while rendering, not while a module loads: the language is chosen in between. */
export let texts: Texts = en

/** Loads the texts of the first preferred language that is available, and returns that language. */
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
  const lookups = preferred.flatMap(withFallbacks)
  return lookups.find((tag) => known.includes(tag)) ?? fallback
}

/** `zh-Hant-TW` falls back to `zh-Hant` and then to `zh`; an invalid tag has no fallback. */
function withFallbacks(tag: string): string[] {
  try {
    const parts = new Intl.Locale(tag).baseName.split('-')
    return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  } catch {
    return []
  }
}
