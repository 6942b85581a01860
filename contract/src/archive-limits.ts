/**
 * Limits of archives that no setting changes. The server enforces them and derives the bounds of settings from them: no
 * setting accepts a value that these make impossible. The upload dialog applies them before anything is sent.
 */
export const fixedArchiveLimits = {
  unpackedBytes: 4 * 1024 ** 3,
  fileBytes: 1024 ** 3,
  /** Unpacked to packed, per entry and in total. Deflate cannot exceed it. */
  ratio: 1032,
  nameBytes: 1024,
  /** The directory of a zip is held in memory while it is verified. */
  directoryBytes: 16 * 1024 ** 2,
}
