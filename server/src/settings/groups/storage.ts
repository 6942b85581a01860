import { maxStorageLimit } from '@plinth/contract/storage.ts'

import { describeBytes } from '../setting.ts'
import type { SettingsTable } from '../setting.ts'
import { blobAddress, databaseAddress, flag, path, wholeNumber } from '../value-schemas.ts'

const defaultCacheBytes = 10e9

export const storageSettings = {
  DATABASE_URL: {
    about: 'A PostgreSQL database (version 14 or newer). Without it the portal runs its own.',
    fallback: 'an embedded PostgreSQL under {PLINTH_DATA}/postgres',
    schema: databaseAddress.optional(),
  },
  PLINTH_DATABASE_DIRECT_URL: {
    about:
      'The same database without a pooler, where `DATABASE_URL` goes through one (PgBouncer in transaction mode): for migrations, background work, `plinth-admin` and notifications between instances.',
    fallback: '{DATABASE_URL}',
    schema: databaseAddress.optional(),
  },
  PLINTH_DATABASE_POOL: {
    about:
      'How many database connections an instance uses for requests. It opens up to twelve more for its own work.',
    schema: wholeNumber(1, 1000).default(10),
  },
  PLINTH_DATABASE_TIMEOUT: {
    about:
      'How many seconds a request waits for a connection, and for each query, before it is answered 503 with `Retry-After`.',
    schema: wholeNumber(1, 300).default(5),
  },
  PLINTH_BLOBS: {
    about:
      'Where uploaded archives are stored: a folder (`file:…`), `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…&profile=…` or `azure://container/prefix?account=…`. Keys come from the environment, see [storage.md](storage.md).',
    fallback: 'file:{PLINTH_DATA}/blobs',
    schema: blobAddress.optional(),
  },
  PLINTH_BLOBS_FROM: {
    about:
      'Where archives were stored before, while they move to `PLINTH_BLOBS`: those not moved yet are read from here.',
    fallback: 'none',
    schema: blobAddress.optional(),
  },
  PLINTH_BLOBS_TIMEOUT: {
    about:
      'How many seconds an object store may send nothing, before or during a response, until the call fails.',
    schema: wholeNumber(1, 600).default(20),
  },
  PLINTH_CACHE: {
    about: 'The folder for local copies of archives from an object store.',
    fallback: '{PLINTH_DATA}/cache',
    schema: path.optional(),
  },
  PLINTH_CACHE_BYTES: {
    about:
      'How many bytes these copies may take; the least recently used are removed first. 0 turns the cache off.',
    fallback: describeBytes(defaultCacheBytes),
    schema: wholeNumber(0, maxStorageLimit).default(defaultCacheBytes),
  },
  PLINTH_BROTLI: {
    about:
      'Compress the files of published versions again, with Brotli, in the background, with the lowest priority: about a fifth fewer bytes for browsers, for up to 80 % more storage and some seconds of CPU time per version, in one thread.',
    schema: flag.default(true),
  },
} satisfies SettingsTable
