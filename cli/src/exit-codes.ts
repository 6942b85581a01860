/** What a pipeline can tell a failure by. Codes are never given a second meaning. */
export const exitCodes = {
  ok: { code: 0, meaning: 'it worked' },
  unexpected: { code: 1, meaning: 'something unexpected, here or in the portal' },
  usage: { code: 2, meaning: 'wrong usage: an option is missing, unknown or cannot be right' },
  notABuild: { code: 3, meaning: 'the folder or zip is not there, cannot be read, or is no build' },
  keyRefused: { code: 4, meaning: 'the API key was refused' },
  notFound: { code: 5, meaning: 'the account or storybook was not found' },
  refused: { code: 6, meaning: 'the portal refused the upload, and said why' },
  unreachable: { code: 7, meaning: 'the portal could not be reached, or stayed busy through all tries' },
} as const

export type ExitReason = keyof typeof exitCodes
