/** What a build states about itself; undefined where it states nothing usable. */
export interface BuildFacts {
  kind: 'storybook' | 'site'
  storyCount: number | undefined
  componentCount: number | undefined
  docsCount: number | undefined
  storybookVersion: string | undefined
  framework: string | undefined
}

/** The facts of a build that could not be read. */
export const unknownFacts = {
  storyCount: undefined,
  componentCount: undefined,
  docsCount: undefined,
  storybookVersion: undefined,
  framework: undefined,
}

const MAX_FACT_LENGTH = 100

type Counts = Pick<BuildFacts, 'storyCount' | 'componentCount' | 'docsCount'>

/** The parsed content of a file, or undefined where it is missing or unusable. */
type ReadFile = (path: string) => Promise<unknown>

/** Never throws for what the files contain. */
export async function readBuildFacts(read: ReadFile): Promise<BuildFacts> {
  const counts = countEntries(await read('index.json')) ?? countStories(await read('stories.json'))
  const project = await read('project.json')
  return {
    kind: 'storybook',
    ...unknownFacts,
    ...counts,
    storybookVersion:
      fact(at(project, 'storybookPackages', 'storybook', 'version')) ?? fact(at(project, 'storybookVersion')),
    framework: fact(at(project, 'framework', 'name')),
  }
}

/** index.json of Storybook 7 and later: stories and docs pages; a test belongs to its story. */
function countEntries(json: unknown): Counts | undefined {
  const entries = at(json, 'entries')
  if (!isRecord(entries)) return undefined
  let storyCount = 0
  let docsCount = 0
  const components = new Set<string>()
  for (const entry of Object.values(entries)) {
    const type = at(entry, 'type')
    if (type === 'docs') docsCount++
    if (type !== 'story' || at(entry, 'subtype') === 'test') continue
    storyCount++
    const title = at(entry, 'title')
    if (typeof title === 'string') components.add(title)
  }
  return { storyCount, docsCount, componentCount: components.size }
}

/** stories.json of Storybook 6, where a docs-only page is a story with a parameter. */
function countStories(json: unknown): Counts | undefined {
  const stories = at(json, 'stories')
  if (!isRecord(stories)) return undefined
  let storyCount = 0
  let docsCount = 0
  const components = new Set<string>()
  for (const story of Object.values(stories)) {
    if (!isRecord(story)) continue
    if (at(story, 'parameters', 'docsOnly') === true) {
      docsCount++
      continue
    }
    storyCount++
    const title = at(story, 'title') ?? at(story, 'kind')
    if (typeof title === 'string') components.add(title)
  }
  return { storyCount, docsCount, componentCount: components.size }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function at(value: unknown, ...keys: string[]): unknown {
  let found = value
  for (const key of keys) {
    if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return found
}

/** A short line of text; anything else is ignored. */
function fact(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > MAX_FACT_LENGTH) return undefined
  return /\p{Cc}/u.test(value) ? undefined : value
}
