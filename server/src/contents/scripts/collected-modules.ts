import type { BuildModule } from './build-module.ts'
import { lastPart, withoutHash } from './file-names.ts'
import type { StoryImporter } from './parsed-script.ts'

/** How a build loads a story file or docs page. */
export interface LoadedFile extends Pick<StoryImporter, 'namespace'> {
  module: string
  /** The styles that are loaded with it. */
  styles: string[]
}

/** The scripts of a build's preview. */
export interface CollectedModules {
  builder: 'vite' | 'webpack'
  modules: Map<string, BuildModule>
  /** The modules that the page itself starts. */
  entries: Set<string>
  /** By import path. */
  storyFiles: Map<string, LoadedFile>
  /** The styles that the page itself links. */
  pageStyles: string[]
  /** What the page itself shows and runs, beside scripts and styles of the build. */
  page: string
  /** Whether there are more scripts than are read. */
  isPartial: boolean
  /** Equal for equal content, whatever the names of the files it refers to. */
  fileHash: (path: string) => string
}

/** The key of a module that stands for all scripts that were not read. */
export const unreadKey = '*unread*'

/** Pages, data and scripts are no assets: what they do is known by other means, or not part of a story. */
export function textOfFile(name: string, file: string | undefined, hash: (path: string) => string): string {
  if (file === undefined || /\.(?:html?|json)$/i.test(file)) return JSON.stringify(name)
  return /\.m?js$/.test(file) ? `script:${withoutHash(lastPart(file))}` : `asset:${hash(file)}`
}
