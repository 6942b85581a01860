import { whenReachable } from './connection.ts'

/** A part of the app could not be loaded: there is no connection, or a new release has other files. */
export class CodeNotLoaded extends Error {
  override name = 'CodeNotLoaded'
}

const unloadedStyles = new Set<HTMLLinkElement>()

globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') unloadedStyles.add(target)
  },
  true,
)

/** Loads code of the app on demand, with its styles. If this fails, the next attempt fetches it again. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    await Promise.all([...unloadedStyles].map(loadAgain))
    return await load()
  } catch (error) {
    void whenReachable()
    throw new CodeNotLoaded(undefined, { cause: error })
  }
}

/** Vite asks for a style sheet once only, and would then show a page without it. */
async function loadAgain(failed: HTMLLinkElement): Promise<void> {
  unloadedStyles.delete(failed)
  const link = failed.cloneNode() as HTMLLinkElement
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    failed.replaceWith(link)
  })
}
