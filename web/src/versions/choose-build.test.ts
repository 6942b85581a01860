import { maxZipFiles } from '@plinth/contract/zip-records.ts'
import { beforeAll, expect, test } from 'vitest'

import { loadFurtherTexts } from '../texts/texts.ts'
import { chooseFolder } from './choose-build.ts'
import type { FolderFile } from './read-folder.ts'

beforeAll(loadFurtherTexts)

const limits = { uploadBytes: 2 ** 30, uploadFiles: 100_000 }

function aFile(path: string, content = '', size = content.length): FolderFile {
  const file = new File([content], path)
  Object.defineProperty(file, 'size', { value: size })
  return { path, file }
}

const choose = (files: FolderFile[]) =>
  chooseFolder(
    {
      name: 'dist',
      listFolders: async () => [],
      has: async (path) => files.some((file) => file.path === path),
      listFiles: async () => files,
    },
    limits,
  )

test('a folder is a build with what its page lacks', async () => {
  const page = aFile('index.html', '<script src="a.js"></script><script src="b.js"></script>')
  expect(await choose([page, aFile('a.js')])).toMatchObject({
    build: { name: 'dist', fileCount: 2, missing: ['b.js'] },
  })
})

test('a folder with more files than the browser can zip is refused before it is zipped', async () => {
  const { file } = aFile('a.js')
  const files = Array.from({ length: maxZipFiles }, (_, index) => ({ path: `${index}.js`, file }))
  expect(await choose([aFile('index.html'), ...files])).toEqual({
    problem: expect.stringContaining('holds more than 65,534 files, the most that the browser can zip'),
  })
})

test('a file that the portal would refuse is refused before it is zipped', async () => {
  expect(await choose([aFile('index.html'), aFile('film.mp4', '', 2 ** 31)])).toEqual({
    problem: expect.stringContaining('`film.mp4` unpacks to 2.15 GB; the limit per file is 1.07 GB'),
  })
})
