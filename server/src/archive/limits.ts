/** What a zip may cost us; each is a setting of the installation. */
export interface ArchiveLimits {
  /** of the zip itself */
  zipBytes: number
  files: number
  unpackedBytes: number
  fileBytes: number
  /** unpacked to packed, per entry and in total; deflate cannot exceed 1032:1 */
  ratio: number
  nameBytes: number
  /** The directory is held in memory while a zip is taken in, so it has a bound of its own. */
  directoryBytes: number
}

const MIB = 1024 ** 2
const GIB = 1024 ** 3

export const defaultArchiveLimits: ArchiveLimits = {
  zipBytes: 512 * MIB,
  files: 50_000,
  unpackedBytes: 4 * GIB,
  fileBytes: GIB,
  ratio: 1032,
  nameBytes: 1024,
  directoryBytes: 16 * MIB,
}
