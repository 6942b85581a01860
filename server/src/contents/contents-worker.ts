import { parentPort } from 'node:worker_threads'

import { Comparison } from '@plinth/contract/compare.ts'
import { ComponentPage, getContents } from '@plinth/contract/contents.ts'
import * as z from 'zod/mini'

import { decodeIndex } from '../archive/archive-index.ts'
import { priorities, setThreadPriority } from '../shared/thread-priority.ts'
import { archivedBuild } from './build-files.ts'
import { readBuildIcon } from './build-icon.ts'
import { catalogueOf } from './catalogue-rows.ts'
import { compareContents } from './compare.ts'
import { componentChanges } from './component-changes.ts'
import type { ContentsOutcome, ContentsTask, ReadTask } from './contents-tasks.ts'
import type { Contents } from './contents.ts'
import { planPictures } from './plan-pictures.ts'
import { compareStored, presentComparison } from './present-comparison.ts'
import { describeComponent, presentComponents, presentEntry } from './present-contents.ts'
import { quoteComparison } from './quotations/quote-comparison.ts'
import { quoteComponent } from './quotations/quote-component.ts'
import { quoteEntry } from './quotations/quote-entry.ts'
import { readContents } from './read-contents.ts'
import { scriptsInFolder } from './scripts/script-folder.ts'
import { openScriptParser } from './scripts/script-parser.ts'
import type { ParsedScripts } from './scripts/script-parser.ts'
import { sourceBehind } from './source-port.ts'
import { decodeContents, encodeContents } from './stored-contents.ts'

type Task = ReadTask | ContentsTask

type Handlers = {
  [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => ContentsOutcome | Promise<ContentsOutcome>
}

/** What a version itself tells of a component. */
const PartOfPage = z.omit(ComponentPage, { elsewhere: true, changedIn: true })

const maxScriptBytes = 256 * 1024 * 1024

/** By folder: a test process has several portals. */
const parsedScripts = new Map<string, ParsedScripts>()

function scriptsIn(folder: string): ParsedScripts {
  const known = parsedScripts.get(folder) ?? scriptsInFolder(folder, maxScriptBytes)
  parsedScripts.set(folder, known)
  return known
}

/** What was described last: whoever reads about a component asks for its stories, or for another component, next. */
let recent: { version: string; contents: Contents } | undefined

/** The contents of a version, if they are given or still here. */
function recall({ version, contents }: { version: string; contents: Uint8Array | undefined }) {
  if (recent?.version === version) return recent.contents
  if (!contents) return undefined
  recent = { version, contents: decode(contents) }
  return recent.contents
}

/** The heap is limited: what is kept goes before something else is decoded. */
function decode(contents: Uint8Array): Contents {
  recent = undefined
  return decodeContents(contents)
}

const handlers: Handlers = {
  'read contents': async ({ index, port, scriptsFolder }) => {
    const files = archivedBuild(decodeIndex(Buffer.from(index)), sourceBehind(port))
    try {
      const contents = await readContents(files, openScriptParser(scriptsIn(scriptsFolder)))
      const isUnlisted = contents.entries.length === 0 && !contents.hasAllEntries
      return { kind: 'contents', contents: isUnlisted ? undefined : encodeContents(contents) }
    } finally {
      port.close()
    }
  },

  'read icon': async ({ index, port }) => {
    try {
      return {
        kind: 'icon',
        icon: await readBuildIcon(decodeIndex(Buffer.from(index)), sourceBehind(port)),
      }
    } finally {
      port.close()
    }
  },

  catalogue: ({ contents, owner }) => {
    const { rows, words, tags } = catalogueOf(decode(contents), owner)
    return { kind: 'catalogue', rowsJson: JSON.stringify(rows), words, tags }
  },

  'summarise changes': (task) => {
    const [before, after] = [decode(task.before), decode(task.after)]
    const comparison = compareContents(before, after)
    const { counts, isPreviewChanged, isComplete } = comparison
    const { unchanged: _, ...changed } = counts
    const components = Object.fromEntries(componentChanges(before, after, comparison))
    return { kind: 'changes', changes: { ...changed, isPreviewChanged, isComplete, components } }
  },

  'plan pictures': ({ before, after }) => ({
    kind: 'picture plan',
    plan: planPictures(before && decode(before), decode(after)),
  }),

  compare: ({ before, after, state }) => {
    recent = undefined
    return writeReply(Comparison.parse(presentComparison(before, after, state)))
  },

  list: ({ contents: stored, state }) => {
    const contents = stored && decode(stored)
    return writeReply(
      getContents.reply.parse({
        state,
        isPartial: contents?.isPartial ?? false,
        components: contents ? presentComponents(contents) : [],
        entries: contents?.entries.map(presentEntry) ?? [],
      }),
    )
  },

  'describe component': ({ id, ...stored }) => {
    const contents = recall(stored)
    if (!contents) return { kind: 'contents wanted' }
    const found = describeComponent(contents, id)
    return {
      kind: 'component',
      component: found && { name: found.name, json: encode(PartOfPage.parse(found)) },
    }
  },

  'find story': ({ id, name, ...stored }) => {
    const contents = recall(stored)
    if (!contents) return { kind: 'contents wanted' }
    const stories = describeComponent(contents, id)?.stories
    return { kind: 'story', id: stories?.find((story) => story.name === name)?.id }
  },

  quote: ({ what, id, ...stored }) => {
    const contents = recall(stored)
    if (!contents) return { kind: 'contents wanted' }
    const quoted = what === 'component' ? quoteComponent(contents, id) : quoteEntry(contents, id, what)
    return { kind: 'quoted', quoted }
  },

  'quote comparison': ({ before, after }) => {
    recent = undefined
    return { kind: 'quoted', quoted: quoteComparison(compareStored(before, after)) }
  },
}

/** As bytes, which are handed over; a text would be copied and encoded again by the thread that answers requests. */
const encode = (reply: unknown) => new TextEncoder().encode(JSON.stringify(reply))

const writeReply = (reply: unknown): ContentsOutcome => ({ kind: 'json', json: encode(reply) })

function handedOver(outcome: ContentsOutcome): ArrayBuffer[] {
  if (outcome.kind === 'json') return [outcome.json.buffer]
  return outcome.kind === 'component' && outcome.component ? [outcome.component.json.buffer] : []
}

async function perform(task: Task): Promise<ContentsOutcome> {
  const handle = handlers[task.kind] as (task: Task) => ContentsOutcome | Promise<ContentsOutcome>
  try {
    return await handle(task)
  } catch (error) {
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

setThreadPriority(priorities.work)

parentPort?.on('message', (task: Task) => {
  void perform(task).then((outcome) => parentPort?.postMessage(outcome, handedOver(outcome)))
})
