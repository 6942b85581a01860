import { folderOf, pack, readPackage, textFile, withAddress } from './read-package.ts'

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
  const files = [...built.files].map(([file, text]) =>
    textFile(`package/dist/${file}`, withAddress(text, portal)),
  )
  return pack(built, portal, manifest, files)
}
