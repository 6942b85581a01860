/** For tests that cannot run here: prints a visible note, so that they are not skipped silently. */
export function reportSkipped(why: string): void {
  process.stderr.write(`\n*** SKIPPED: ${why} ***\n`)
}
