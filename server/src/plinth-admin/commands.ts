import { trashDays } from '@plinth/contract/trash-days.ts'

import type { Config } from '../settings/config.ts'
import { adoptStore } from './adopt-store.ts'
import { backup } from './backup.ts'
import { moveBlobs } from './move-blobs.ts'
import { restore } from './restore.ts'
import { rotateKeys } from './rotate-keys.ts'
import { sweepNow } from './sweep-now.ts'
import { verify } from './verify.ts'

interface Option {
  type: 'string' | 'boolean'
  placeholder?: string
  about: string
}

export interface Command {
  name: string
  about: string
  details: readonly string[]
  options: Readonly<Record<string, Option>>
  /** Resolves with the exit code. */
  run(config: Config, options: Record<string, string | boolean | undefined>): Promise<number>
}

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)

export const commands: readonly Command[] = [
  {
    name: 'backup',
    about: 'copies the database and all archives, consistently',
    details: [
      'The database is dumped in one snapshot; archives the target already has are not copied again.',
      'If interrupted, run it again and it continues. The backup contains secrets: protect it like the database.',
    ],
    options: {
      to: { type: 'string', placeholder: 'store', about: 'a folder, s3://… or azure://…' },
    },
    run: (config, { to }) => backup(config, { to: text(to) }),
  },
  {
    name: 'restore',
    about: 'restores a backup into an empty database and store',
    details: [
      'Archives are copied first, then the database is loaded in one transaction. If interrupted, run it again and it continues.',
      'A database or store that is not empty is refused. A backup of an earlier version is migrated.',
    ],
    options: {
      from: { type: 'string', placeholder: 'store', about: 'where the backup is' },
      backup: { type: 'string', placeholder: 'name', about: 'its name, if not the newest' },
      'adopt-store': {
        type: 'boolean',
        about: 'take over a store of another database that no longer exists',
      },
    },
    run: (config, { from, backup: name, 'adopt-store': adoptsStore }) =>
      restore(config, { from: text(from), name: text(name), adoptsStore: adoptsStore === true }),
  },
  {
    name: 'verify',
    about: 'reads every archive and checks that it is what was published',
    details: ['Reports archives that are missing, damaged or unrecorded, and then exits with code 1.'],
    options: {
      since: { type: 'string', placeholder: 'date', about: 'only versions published since then' },
      after: {
        type: 'string',
        placeholder: 'version',
        about: 'continue after this version, as printed by an earlier run',
      },
    },
    run: (config, { since, after }) => verify(config, { since: text(since), after: text(after) }),
  },
  {
    name: 'sweep',
    about: 'removes now what the portal would remove within the hour',
    details: [
      `Versions that were deleted for good or ${trashDays} days ago, unrecorded archives after 24 hours, abandoned uploads after 2, and expired rows.`,
    ],
    options: { 'dry-run': { type: 'boolean', about: 'only print what would be removed' } },
    run: (config, { 'dry-run': isDryRun }) => sweepNow(config, { isDryRun: isDryRun === true }),
  },
  {
    name: 'adopt-store',
    about: 'makes this database the owner of a store that belongs to another one',
    details: [
      'A portal refuses the store of another database, since it would remove archives it does not know.',
      'Use it only when no portal runs on that other database any more.',
    ],
    options: {},
    run: adoptStore,
  },
  {
    name: 'move-blobs',
    about: 'copies all archives from one store to another, checked by hash',
    details: [
      'First set PLINTH_BLOBS to the new store and PLINTH_BLOBS_FROM to the old one on all portals, so that no view fails.',
      'If interrupted, run it again and it continues.',
    ],
    options: {
      from: { type: 'string', placeholder: 'store', about: 'the old store, if not PLINTH_BLOBS_FROM' },
      to: { type: 'string', placeholder: 'store', about: 'the new store, if not PLINTH_BLOBS' },
      'delete-source': {
        type: 'boolean',
        about: 'then remove from the old store what was verified in the new one',
      },
    },
    run: (config, { from, to, 'delete-source': deletesSource }) =>
      moveBlobs(config, { from: text(from), to: text(to), deletesSource: deletesSource === true }),
  },
  {
    name: 'rotate-keys',
    about: 'replaces the keys that sign sessions, addresses and tokens',
    details: [
      'Running portals take up the new keys, which sign two minutes later. The former ones are accepted until everything they have signed has expired.',
      'First let all portals run this release.',
    ],
    options: {
      'revoke-former': {
        type: 'boolean',
        about: 'a key has leaked: refuse at once everything that was signed before',
      },
    },
    run: (config, { 'revoke-former': revokesFormer }) =>
      rotateKeys(config, { revokesFormer: revokesFormer === true }),
  },
]
