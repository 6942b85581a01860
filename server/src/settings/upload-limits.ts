import { fixedArchiveLimits } from '@plinth/contract/archive-limits.ts'

/** Defaults of `PLINTH_UPLOAD_BYTES` and `PLINTH_UPLOAD_FILES`. */
export const defaultUploadBytes = 512 * 1024 ** 2
export const defaultUploadFiles = 50_000

/** A larger zip would unpack to more than is allowed, apart from a few headers. */
export const maxUploadBytes = fixedArchiveLimits.unpackedBytes

/** The shortest record of the directory: 46 bytes and a name of one. */
const minDirectoryRecord = 47
export const maxUploadFiles = Math.floor(fixedArchiveLimits.directoryBytes / minDirectoryRecord)

/** A file up to this size, as sent, is one buffer; a larger one is streamed, so that its memory is bounded. */
export const maxBufferedBytes = 256 * 1024
