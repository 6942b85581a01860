import { loadCode } from '../load-code.ts'
import { logError } from '../log.ts'
import { basic } from './en/basic.ts'
import type { further } from './en/further.ts'
import { setLocale } from './locale.ts'

type BasicTexts = typeof basic
type FurtherTexts = typeof further

/** All texts of a language. An incomplete language does not compile. */
export type Texts = BasicTexts & FurtherTexts

/** In two parts, of which the pages that people open first need one. */
interface Catalogue {
  basic: () => Promise<BasicTexts>
  further: () => Promise<FurtherTexts>
}

export type Catalogues = Record<string, Catalogue>

const english: Catalogue = {
  basic: async () => basic,
  further: async () => (await import('./en/further.ts')).further,
}

/** Another language is a folder like `en` and a line here; it is loaded only when it is used. */
const catalogues: Catalogues = { en: english }

const fallback = 'en'

let current = english
let furtherLoading: Promise<void> | undefined
/** Settles when the language is chosen, on which the further texts depend. */
let choosing: Promise<unknown> = Promise.resolve()

/**
 * The current texts. Read them while rendering, not while a module loads: the language is chosen in between. Only code that
 * is loaded with the further texts may read those.
 */
export let texts = basic as Texts

/** Loads the basic texts of the first preferred language that is available, and returns that language. */
export function loadTexts(preferred: readonly string[], known: Catalogues = catalogues): Promise<string> {
  const chosen = choose(preferred, known)
  choosing = chosen
  furtherLoading = undefined
  return chosen
}

async function choose(preferred: readonly string[], known: Catalogues): Promise<string> {
  const wanted = languageFor(preferred, Object.keys(known))
  const loaded = await known[wanted]?.basic().catch((error: unknown) => {
    logError(`The texts in ${wanted} could not be loaded`, error)
    return undefined
  })
  const language = loaded ? wanted : fallback
  current = (loaded && known[wanted]) ?? english
  texts = (loaded ?? basic) as Texts
  setLocale(language, preferred)
  return language
}

/** Loads the others. */
export function loadFurtherTexts(): Promise<void> {
  furtherLoading ??= addFurtherTexts()
  return furtherLoading
}

/** Loads code that reads the further texts, together with them. */
export async function withFurtherTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code] = await loadCode(() => Promise.all([load(), loadFurtherTexts()]))
  return code
}

async function addFurtherTexts(): Promise<void> {
  try {
    await choosing
    const loaded = await current.further()
    texts = { ...texts, ...loaded }
  } catch (error) {
    // The next attempt fetches them again.
    furtherLoading = undefined
    throw error
  }
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
