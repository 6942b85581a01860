interface Version {
  release: [major: number, minor: number, patch: number]
  hash: string | undefined
}

/**
 * Whether the portal serves a newer program than this one: of a later release, or of the same one with other contents.
 * Without a hash, a program was not downloaded from a portal, and only releases are compared.
 */
export function isOutdated(own: string, served: string): boolean {
  const [mine, theirs] = [parse(own), parse(served)]
  if (!mine || !theirs) return false
  const order =
    mine.release.map((part, at) => part - (theirs.release[at] ?? 0)).find((part) => part !== 0) ?? 0
  if (order !== 0) return order < 0
  return mine.hash !== undefined && mine.hash !== theirs.hash
}

/** 0.1.0+3f2c1ab4; undefined if it is nothing like it. */
function parse(version: string): Version | undefined {
  const [, major, minor, patch, hash] = /^(\d+)\.(\d+)\.(\d+)(?:\+([0-9a-f]+))?$/.exec(version) ?? []
  return major === undefined ? undefined : { release: [Number(major), Number(minor), Number(patch)], hash }
}
