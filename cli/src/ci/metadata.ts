/** Where a version comes from, and what is new in it. */
export interface Metadata {
  message?: string | undefined
  branch?: string | undefined
  commit?: string | undefined
  buildUrl?: string | undefined
}

export interface CiSystem {
  name: string
  isDetected: (env: NodeJS.ProcessEnv) => boolean
  read: (env: NodeJS.ProcessEnv) => Metadata
}

/** refs/heads/main → main */
export const shortRef = (ref: string | undefined): string | undefined =>
  ref?.replace(/^refs\/(?:heads|tags)\//, '')
