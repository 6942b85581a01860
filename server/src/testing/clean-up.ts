type CleanUp = () => unknown

const pending: CleanUp[] = []

/**
 * For helpers, whose own `afterAll` would run after one test file only: the files that a worker runs share their
 * modules.
 */
export function afterTestFile(cleanUp: CleanUp) {
  pending.push(cleanUp)
}

export async function runCleanUps() {
  await Promise.all(pending.splice(0).map((cleanUp) => cleanUp()))
}
