/** What a new link can open. */
export interface ShareTarget {
  account: string
  storybook: string
  version?: string | undefined
  branch?: string | null | undefined
  /** The story that the link opens at. */
  search?: string
}
