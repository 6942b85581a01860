/** The command line cannot be understood; the message says what is wrong with it. */
export class Misuse extends Error {
  override name = 'Misuse'
}
