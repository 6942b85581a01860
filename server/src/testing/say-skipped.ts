/** A test that cannot run here says so where nobody can miss it, instead of passing in silence. */
export function saySkipped(why: string): void {
  process.stderr.write(`\n*** SKIPPED: ${why} ***\n`)
}
