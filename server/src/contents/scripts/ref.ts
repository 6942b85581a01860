/** What the code of a unit refers to. Specifiers and file names are as written; linking resolves them. */
export type Ref =
  /** another unit of the same module */
  | { local: string }
  /** an export of another module; `*` is all of them */
  | { from: string; name: string }
  /** import('…') */
  | { dynamic: string }
  /** a string that may name a file of the build */
  | { file: string }
  /** files that are loaded together with a module; only their styles count */
  | { files: string[] }
  /** Vite's list of those files, by their position in the module's list */
  | { fileNumbers: number[] }
