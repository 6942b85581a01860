import packageJson from '../package.json' with { type: 'json' }

declare global {
  /** Set by a line that the portal adds to the program it serves. */
  var plinthServedAs: { version: string; portal: string } | undefined
}

const { plinthServedAs: served } = globalThis

/** A program that a portal serves has a hash in it: 0.1.0+3f2c1ab4. */
export const version = served?.version ?? packageJson.version

/** The portal that this program was downloaded from. */
export const homePortal = served?.portal
