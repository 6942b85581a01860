/** The reasons a pipeline can react to. A code never changes its meaning. */
export const exitCodes = {
  ok: { code: 0, meaning: 'success' },
  unexpected: { code: 1, meaning: 'unexpected error, here or in the portal' },
  usage: { code: 2, meaning: 'wrong usage: an option is missing, unknown or invalid' },
  notABuild: { code: 3, meaning: 'the folder or zip is missing, unreadable or not a build' },
  keyRefused: { code: 4, meaning: 'the API key was refused' },
  notFound: { code: 5, meaning: 'the account, storybook or version was not found' },
  refused: { code: 6, meaning: 'the portal refused the upload or request' },
  unreachable: { code: 7, meaning: 'the portal could not be reached, or was busy at every attempt' },
  changed: { code: 8, meaning: 'with diff --exit-code: something changed, or it cannot be told' },
} as const

export type ExitReason = keyof typeof exitCodes
