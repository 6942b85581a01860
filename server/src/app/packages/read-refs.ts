import { folderOf, pack, readPackage, withAddress } from './read-package.ts'

/** The npm package for the `refs` of Storybooks, which asks this portal unless told otherwise. */
export async function readRefs(portal: string, folder = folderOf('refs')): Promise<Buffer> {
  const built = await readPackage(
    folder,
    ['.js', '.cjs', '.d.ts', '.d.cts'].map((extension) => `plinth-refs${extension}`),
  )
  const { name, description, license, type, main, types, exports, engines } = built.packageJson
  const manifest = {
    name,
    version: built.version,
    description,
    license,
    type,
    main,
    types,
    exports,
    engines,
  }
  const files = [...built.files].map(([file, text]) => ({
    path: `dist/${file}`,
    content: Buffer.from(withAddress(text, portal)),
  }))
  return pack(built, portal, manifest, files)
}
