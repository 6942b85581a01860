/** What a version can be told by later: where it comes from, and what is new. */
export interface Metadata {
  message?: string | undefined
  branch?: string | undefined
  commit?: string | undefined
  buildUrl?: string | undefined
}

export interface CiSystem {
  name: string
  isHere: (env: NodeJS.ProcessEnv) => boolean
  read: (env: NodeJS.ProcessEnv) => Metadata
}

/** refs/heads/main → main */
export const shortRef = (ref: string | undefined): string | undefined =>
  ref?.replace(/^refs\/(?:heads|tags)\//, '')
