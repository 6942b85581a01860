import type { ParsedModule, StoryImporter } from './parsed-script.ts'

/** A module of a build, with the means to resolve what it refers to. */
export interface BuildModule {
  key: string
  /** A name for people, the same in every build. */
  label: string
  parsed: ParsedModule
  /** The key of the module that a specifier leads to. */
  resolve: (specifier: string) => string | undefined
  /** What a string that may name a file stands for: the file's content, or itself. */
  fileText: (name: string) => string
  /** What a list of files stands for: their styles. */
  stylesText: (files: readonly string[]) => string
}

/** The files with these positions in the list of Vite's preloads. */
export const listedFiles = (
  { listedFiles: files }: Pick<ParsedModule, 'listedFiles'>,
  numbers: readonly number[],
): string[] => numbers.flatMap((number) => files[number] ?? [])

export const filesOfImporter = (parsed: ParsedModule, importer: StoryImporter): string[] => [
  ...importer.files,
  ...listedFiles(parsed, importer.fileNumbers),
]
