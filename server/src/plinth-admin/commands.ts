import type { Config } from '../settings/config.ts'
import { adoptStore } from './adopt-store.ts'
import { backup } from './backup.ts'
import { moveBlobs } from './move-blobs.ts'
import { restore } from './restore.ts'
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
  /** Answers the exit code. */
  run(config: Config, options: Record<string, string | boolean | undefined>): Promise<number>
}

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)

export const commands: readonly Command[] = [
  {
    name: 'backup',
    about: 'copies the database and all archives, consistently',
    details: [
      'The database is dumped as it is at one moment; archives the target already has are not copied again.',
      'Interrupted, it is run again and goes on. The target holds secrets: protect it like the database.',
    ],
    options: {
      to: { type: 'string', placeholder: 'store', about: 'a folder, s3://… or azure://…' },
    },
    run: (config, { to }) => backup(config, { to: text(to) }),
  },
  {
    name: 'restore',
    about: 'brings a backup into an empty database and store',
    details: [
      'Archives first, then the database at once: interrupted, it is run again and goes on.',
      'What is not empty is refused. A backup of an earlier version is brought up to date.',
    ],
    options: {
      from: { type: 'string', placeholder: 'store', about: 'where the backup is' },
      backup: { type: 'string', placeholder: 'name', about: 'which one, if not the newest' },
      'adopt-store': {
        type: 'boolean',
        about: 'although the store belongs to a database: that one is gone for good',
      },
    },
    run: (config, { from, backup: name, 'adopt-store': adoptsStore }) =>
      restore(config, { from: text(from), name: text(name), adoptsStore: adoptsStore === true }),
  },
  {
    name: 'verify',
    about: 'reads every archive and compares it with what was published',
    details: ['Reports what is missing, damaged or recorded nowhere, and then ends with code 1.'],
    options: {
      since: { type: 'string', placeholder: 'date', about: 'only versions published since' },
      after: {
        type: 'string',
        placeholder: 'version',
        about: 'go on after this version, as an earlier run said',
      },
    },
    run: (config, { since, after }) => verify(config, { since: text(since), after: text(after) }),
  },
  {
    name: 'sweep',
    about: 'removes now what the portal would remove within the hour',
    details: ['Deleted versions and archives recorded nowhere after 24 hours, uploads given up after 2.'],
    options: { 'dry-run': { type: 'boolean', about: 'only says what would be removed' } },
    run: (config, { 'dry-run': isDryRun }) => sweepNow(config, { isDryRun: isDryRun === true }),
  },
  {
    name: 'adopt-store',
    about: 'makes the store this database’s, after another database has been its owner',
    details: [
      'A portal refuses the store of another database, since it would remove what it does not know.',
      'Only once no portal runs over that other database any more.',
    ],
    options: {},
    run: adoptStore,
  },
  {
    name: 'move-blobs',
    about: 'copies all archives from one store to another, compared by hash',
    details: [
      'Set PLINTH_BLOBS to the new store and PLINTH_BLOBS_FROM to the old one on all portals first: no view fails then.',
      'Interrupted, it is run again and goes on.',
    ],
    options: {
      from: { type: 'string', placeholder: 'store', about: 'the old store, if not PLINTH_BLOBS_FROM' },
      to: { type: 'string', placeholder: 'store', about: 'the new store, if not PLINTH_BLOBS' },
      'delete-source': {
        type: 'boolean',
        about: 'afterwards remove from the old store what the new one provably has',
      },
    },
    run: (config, { from, to, 'delete-source': deletesSource }) =>
      moveBlobs(config, { from: text(from), to: text(to), deletesSource: deletesSource === true }),
  },
]
