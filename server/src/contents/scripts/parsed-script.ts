import { hashOf } from './hash.ts'
import type { Ref } from './ref.ts'
import type { UnitFacts } from './unit-facts.ts'

/**
 * A top-level binding of a module, or a statement with effects. Its shape is a hash of its code in which local names
 * are numbers and references are placeholders, so that it does not depend on how a minifier named things.
 */
export interface Unit {
  shape: string
  refs: Ref[]
  /** The units of statements that change this one: `X.displayName = …`. */
  attached: number[]
  /** Attached, and only documentation: `X.__docgenInfo = …`. It is compared as data, not as code. */
  isDocumentation?: true
  facts?: UnitFacts
}

/** Loads a story file or docs page: an entry of the object that maps import paths to dynamic imports. */
export interface StoryImporter {
  importPath: string
  /** Empty for the module that the importer is in, where the bundler put everything into one. */
  module: string
  /** What holds the exports, in a chunk of several modules. */
  namespace?: Namespace
  files: string[]
  fileNumbers: number[]
}

/** An object that lists the exports of a module, by the name that its chunk exports it with, or of its variable. */
export type Namespace = { exported: string } | { local: string }

/** A module as its text alone describes it, whatever build it is part of. */
export interface ParsedModule {
  units: Unit[]
  /** Which unit a top-level name is. */
  bindings: Map<string, number>
  /** The units of statements that change nothing of this module. */
  effects: number[]
  exports: Map<string, ExportRef>
  imports: Map<string, { from: string; name: string }>
  /** The modules it imports or exports from, as written. */
  dependencies: string[]
  dynamicDependencies: string[]
  importers: StoryImporter[]
  /** Vite's list of files that dynamic imports need. */
  listedFiles: string[]
  /** Whether it could not be read and is known only as a whole. */
  isOpaque?: true
}

export type ExportRef = { local: string } | { from: string; name: string }

/** `export * from` has no name of its own; this stands for the nth of them. */
export const starExport = (n: number): string => `*${n}`
export const isStarExport = (name: string): boolean => /^\*\d+$/.test(name)

/** A script that is known only as a whole. */
export const opaqueModule = (text: string): ParsedModule => ({
  units: [{ shape: hashOf(text), refs: [], attached: [] }],
  bindings: new Map(),
  effects: [0],
  exports: new Map(),
  imports: new Map(),
  dependencies: [],
  dynamicDependencies: [],
  importers: [],
  listedFiles: [],
  isOpaque: true,
})
