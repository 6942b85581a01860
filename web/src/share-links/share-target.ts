/** What a new link can open. */
export interface ShareTarget {
  account: string
  storybook: string
  version?: string | undefined
  branch?: string | null | undefined
  /** Whether the branch is suggested rather than the version. */
  suggestsBranch?: boolean
  /** The story that the link opens at. */
  search?: string
}
