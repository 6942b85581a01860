import { isJunk } from '@plinth/contract/site-files.ts'

export interface FolderFile {
  /** Below the build's folder, with slashes. */
  path: string
  file: File
}

/** A folder that was dropped or chosen. */
export interface Folder {
  name: string
  /** The names of the folders directly in it. */
  listFolders: () => Promise<string[]>
  has: (path: string) => Promise<boolean>
  /** All files below a folder of it; paths begin there. Stops soon after `limit`. */
  listFiles: (root: string, limit: number) => Promise<FolderFile[]>
}

/**
 * The folder of the build, with its slash: the given one, or one directly in it, because people often take the project's
 * folder. Undefined if there is none.
 */
export async function findBuild(folder: Folder): Promise<string | undefined> {
  const inside = (await folder.listFolders()).map((name) => `${name}/`)
  for (const root of ['', 'storybook-static/', ...inside]) {
    if ((await folder.has(`${root}index.html`)) && (await folder.has(`${root}iframe.html`))) return root
  }
  return (await folder.has('index.html')) ? '' : undefined
}

/** A folder from a file input: the browser has listed everything. */
export function chosenFolder(files: readonly File[]): Folder {
  const [first] = files
  const name = first?.webkitRelativePath.split('/')[0] ?? ''
  const byPath = new Map(files.map((file) => [file.webkitRelativePath.slice(name.length + 1), file]))
  const folders = new Set([...byPath.keys()].filter((path) => path.includes('/')).map(firstSegment))
  return {
    name,
    listFolders: async () => [...folders],
    has: async (path) => byPath.has(path),
    listFiles: async (root) =>
      [...byPath]
        .filter(([path]) => path.startsWith(root) && !isJunk(path))
        .map(([path, file]) => ({ path: path.slice(root.length), file })),
  }
}

const firstSegment = (path: string) => path.slice(0, path.indexOf('/'))

/** A dropped folder. Only what is asked for is read: a project can hold far more than its build. */
export function droppedFolder(top: FileSystemDirectoryEntry): Folder {
  return {
    name: top.name,
    listFolders: async () => {
      const names: string[] = []
      for await (const entries of readBatches(top))
        names.push(...entries.filter(isFolder).map((entry) => entry.name))
      return names
    },
    has: (path) =>
      new Promise((resolve) => {
        top.getFile(
          path,
          {},
          () => resolve(true),
          () => resolve(false),
        )
      }),
    listFiles: async (root, limit) => {
      const files: FolderFile[] = []
      await collect(root === '' ? top : await openFolder(top, root.slice(0, -1)), '', files, limit)
      return files
    },
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const openFolder = (top: FileSystemDirectoryEntry, path: string) =>
  new Promise<FileSystemDirectoryEntry>((resolve, reject) => {
    top.getDirectory(path, {}, (entry) => resolve(entry as FileSystemDirectoryEntry), reject)
  })

/** Browsers return at most about a hundred entries at once, and none at the end. */
async function* readBatches(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader()
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (entries.length === 0) return
    yield entries
  }
}

async function collect(folder: FileSystemDirectoryEntry, path: string, files: FolderFile[], limit: number) {
  const inside: FileSystemDirectoryEntry[] = []
  for await (const entries of readBatches(folder)) {
    inside.push(...entries.filter(isFolder))
    const kept = entries.filter((entry) => entry.isFile && !isJunk(path + entry.name))
    files.push(...(await Promise.all(kept.map((entry) => openFile(entry as FileSystemFileEntry, path)))))
    if (files.length > limit) return
  }
  for (const entry of inside) {
    const below = `${path}${entry.name}/`
    if (!isJunk(below)) await collect(entry, below, files, limit)
    if (files.length > limit) return
  }
}

const openFile = (entry: FileSystemFileEntry, path: string) =>
  new Promise<FolderFile>((resolve, reject) => {
    entry.file((file) => resolve({ path: path + entry.name, file }), reject)
  })
