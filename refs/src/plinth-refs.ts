import { createComposition } from './create-composition.ts'
import { Unavailable } from './unavailable.ts'

/** The portal that served this package, which puts its own address in the place of this one. */
const homePortal = 'https://plinth.example'

export interface ComposedStorybook {
  /** Its public id, or its title. */
  storybook: string
  /** The newest version of this branch. Without branch and release, the newest version. */
  branch?: string
  release?: string
}

export interface PlinthRefsOptions {
  /** The address of the portal; by default `https://plinth.example`. */
  portal?: string
  /** An API key of the account that has the storybooks; one that may publish, or, where an Owner allows it, one that may only read. */
  key: string | undefined
  /** Each by its public id or its title, or with a branch or release. */
  storybooks: readonly (string | ComposedStorybook)[]
  /**
   * Scheme, host and port of the page that shows them, such as `http://192.168.1.20:6006`: the addresses work there and
   * nowhere else. By default that of the dev server on localhost.
   */
  origin?: string
  /** How long the addresses work, from 1 to 24; by default 12. */
  hours?: number
}

/** An entry of Storybook's `refs`. */
export interface PlinthRef {
  title: string
  url: string
  versions: Record<string, string>
  sourceUrl: string
}

/** What Storybook passes to a function in its configuration. */
export interface StorybookOptions {
  port?: number | undefined
  https?: boolean | undefined
  configType?: 'DEVELOPMENT' | 'PRODUCTION' | undefined
}

/** What Storybook calls for the value of `refs`, with what other presets and packages have put there. */
export type RefsFunction = (others?: object, options?: StorybookOptions) => Promise<Record<string, PlinthRef>>

/**
 * Shows storybooks of a Plinth portal in yours: `refs: plinthRefs({ key: process.env.PLINTH_API_KEY, storybooks: ['Design
 * System'] })` in `.storybook/main.ts`. If the portal gives no addresses, there is a warning, and Storybook starts
 * without them.
 */
export function plinthRefs(options: PlinthRefsOptions): RefsFunction {
  // Storybook and its addons may ask several times.
  let refs: Promise<Record<string, PlinthRef>> | undefined
  return async (others, storybook = {}) => {
    refs ??= requestRefs(options, storybook)
    return { ...others, ...(await refs) }
  }
}

async function requestRefs(
  { portal = homePortal, key, storybooks, origin, hours }: PlinthRefsOptions,
  storybook: StorybookOptions,
): Promise<Record<string, PlinthRef>> {
  try {
    const draft = {
      origin: origin ?? originOf(storybook),
      storybooks: storybooks.map((chosen) => (typeof chosen === 'string' ? { storybook: chosen } : chosen)),
      ...(hours !== undefined && { hours }),
    }
    return await createComposition({ portal, key, draft })
  } catch (error) {
    const why = error instanceof Unavailable ? error.message : 'The options of plinthRefs are not valid.'
    console.warn(`Plinth: storybooks of the portal are left out. ${why}`)
    return {}
  }
}

function originOf({ port = 6006, https = false, configType }: StorybookOptions): string {
  if (configType === 'PRODUCTION') {
    throw new Unavailable(
      'A built Storybook outlives their addresses: use the one that asks people to sign in, or give `origin`.',
    )
  }
  return `http${https ? 's' : ''}://localhost:${port}`
}
