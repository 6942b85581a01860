import { trashDays } from '@plinth/contract/trash-days.ts'
import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

/** Names of branches may be long, and buttons are not. */
const shorten = (branch: string) => (branch.length > 30 ? `${branch.slice(0, 29)}…` : branch)

export const versions = {
  title: 'Versions',
  titleOf: (storybook: string) => `Versions of ${storybook}`,
  count: (versions: number) => plural(versions, { one: '# version', other: '# versions' }),
  loadMore: 'Load more',
  moreBranches: 'Show more branches',
  empty: 'Nothing has been published yet. Upload a build to create the first version.',
  emptyForViewers: 'Nothing has been published yet.',
  fetchFailed: 'Failed to fetch versions',
  upload: 'Upload new version',
  noMessage: 'No message',
  newest: 'Newest',
  main: 'Main branch',
  noBranch: 'No branch',
  mainBranch: {
    title: (branch: string) => `Is ${shorten(branch)} the main branch?`,
    text: (branch: ReactNode) =>
      sentence`This storybook has no main branch, so whatever was published last is shown as the newest version, whichever branch it is of. With ${branch} as the main branch, its newest version is shown on the card, in the viewer, in search and to programs.`,
    accept: (branch: string) => `Make ${shorten(branch)} the main branch`,
    dismiss: 'Keep showing the newest of all',
    failed: 'The main branch was not changed',
  },
  viewBranch: (branch: string) => `View the newest version of ${branch}`,
  ofBranch: (branch: string) => `Versions of ${branch}`,
  more: (publicId: string) => `More for version ${publicId}`,
  pin: 'Pin',
  unpin: 'Unpin',
  pinned: 'Pinned',
  markFailed: 'The version could not be changed',
  release: {
    badge: (name: string) => `Release ${name}`,
    name: 'Name a release…',
    rename: 'Rename the release…',
    remove: 'No longer a release',
    title: 'Name a release',
    field: 'Release name',
    description: 'Unique in this storybook. Releases are kept, whatever the retention rules say.',
    placeholder: 'v2.3.0',
    missing: 'Enter a release name',
    action: 'Save',
  },
  filters: {
    text: 'Filter',
    show: 'Filter',
    active: (filters: number) => `${plural(filters, { one: '# filter is', other: '# filters are' })} active`,
    textPlaceholder: 'Message, commit, release or publisher',
    branch: 'Branch',
    allBranches: 'All branches',
    time: 'Published',
    anyTime: 'Any time',
    lastDays: (days: number) =>
      days === 1 ? 'In the last 24 hours' : `In the last ${plural(days, { one: '# day', other: '# days' })}`,
    onlyReleases: 'Only releases',
    nothing: 'No version matches these filters.',
    count: (shown: string, all: number) =>
      plural(all, { one: `${shown} of # version`, other: `${shown} of # versions` }),
    countAtLeast: (shown: string, all: number) =>
      plural(all, {
        one: `The newest ${shown} that match, of #`,
        other: `The newest ${shown} that match, of # versions`,
      }),
  },
  selection: {
    label: 'Selected versions',
    select: (publicId: string) => `Select version ${publicId} to compare it`,
    one: 'One version selected. Select another to compare them.',
    two: 'Two versions selected.',
    full: 'Two versions can be compared. Deselect one of them first.',
    clear: 'Clear selection',
  },
  /** Links to a build that does not say where it comes from. */
  build: 'Build',
  columns: {
    publicId: 'Public ID',
    createdAt: 'Created At',
    message: 'Message',
    createdBy: 'Published by',
    source: 'Source',
    stories: 'Stories',
    changes: 'Changes',
    size: 'Size',
  },
  /** What the changes of a version are compared with. */
  since: {
    ancestor: (branch: string | null) => `since its base${branch === null ? '' : ` on ${branch}`}`,
    'newest-of-branch': (branch: string | null) =>
      `since the newest${branch === null ? '' : ` of ${branch}`}`,
    'previous-of-branch': () => 'since the version that it follows',
  },
  nothingBefore: 'There is nothing to compare this version with',
  unreadable: 'The stories of one of the two versions could not be read',
  compare: 'Compare',
  copyId: 'Copy the public ID',
  view: 'View version',
  viewOne: (publicId: string) => `View version ${publicId}`,
  deletion: {
    tooltip: 'Delete version',
    one: (publicId: string) => `Delete version ${publicId}`,
    onlyOne: 'The only version cannot be deleted. Delete the storybook instead.',
    action: 'Delete Version',
    done: 'Version deleted',
    inTrash: `It stays in the trash for ${trashDays} days.`,
    undo: 'Undo',
    withMessage: (message: ReactNode, publicId: ReactNode) => sentence`${message}, version ${publicId}`,
    withoutMessage: (publicId: ReactNode) => sentence`version ${publicId}`,
    question: (version: ReactNode, when: string) =>
      sentence`Are you sure you want to delete ${version} of ${when}? It can be restored from the trash for ${trashDays} days.`,
  },

  uploading: {
    titleFirst: 'Upload Storybook',
    titleNext: 'Update Storybook',
    inBrowser: 'Web Browser Upload',
    byApi: 'API / CLI Upload',
    howTo: {
      title: 'How to upload',
      build: (command: ReactNode) => sentence`Build the storybook: ${command}`,
      find: (folder: ReactNode) => sentence`Find the static output folder, usually ${folder}`,
      zip: (file: ReactNode) =>
        sentence`Zip its contents, with ${file} at the top; or use the folder as it is`,
      upload: 'Upload it',
    },
    created: (title: ReactNode) => sentence`${title} is created. Upload its first version, now or later.`,
    first: (title: ReactNode) => sentence`The first version of ${title}`,
    next: (title: ReactNode) => sentence`A new version of ${title}`,
    skip: 'Skip for now',
    drop: (choose: ReactNode) => sentence`Drop your .zip here or ${choose}`,
    choose: 'choose a file',
    dropAnother: (choose: ReactNode) => sentence`Drop another or ${choose}`,
    chooseAnother: 'choose a different file',
    orFolder: (choose: ReactNode) => sentence`A build folder works too: drop it or ${choose}`,
    chooseFolder: 'choose a folder',
    reading: 'Reading …',
    folder: (files: number, bytes: string) =>
      `${plural(files, { one: '# file', other: '# files' })}, ${bytes}`,
    limits: (bytes: string, files: number) =>
      `At most ${bytes} zipped, and ${plural(files, { one: '# file', other: '# files' })}.`,
    notes: 'Notes',
    notesDescription: 'What changed. Shown as the message of the version (optional).',
    branch: 'Branch',
    branchDescription: (main: string) => `Only the newest version of ${main} is shown to everybody.`,
    action: 'Upload',
    published: (title: string) => `${title} is published`,
    isReady: 'The new version is ready to view.',
    view: 'View',
    copyLink: 'Copy link',
  },
  missing: {
    title: (files: number) => plural(files, { one: 'A file is missing', other: '# files are missing' }),
    text: 'The pages of this build load files that are not in it, so it may stay blank. Build it again, or check what was zipped.',
    more: (files: number) => plural(files, { one: 'and # more', other: 'and # more' }),
    chooseAnother: 'Choose another',
    uploadAnyway: 'Upload anyway',
  },
  progress: {
    label: 'Upload progress',
    zipping: 'Zipping',
    sending: 'Uploading',
    checking: 'Checking the archive',
    checkingNow: 'Checking the archive…',
    percent: (percent: number) => `${percent} %`,
    sent: (sent: string, total: string) => `${sent} of ${total}`,
    left: (time: string) => `${time} left`,
  },
  errors: {
    title: 'Upload Error',
    failed: 'Failed to upload storybook',
    noFile: 'Choose a .zip file or the folder of the build.',
    severalFiles: 'Choose one: a single .zip with the whole build in it, or its folder.',
    notZip: (name: string) => `${name} cannot be uploaded. Choose a .zip file or the folder of the build.`,
    noBuild: (name: string) =>
      `The folder ${name} has no index.html. Build the storybook and choose its output folder, usually storybook-static.`,
    unreadable: (name: string) => `${name} could not be read. Choose it again.`,
    tooManyFiles: (name: string, limit: number) =>
      `${name} holds more than ${plural(limit, { one: '# file', other: '# files' })}, the limit of this portal.`,
    tooManyToZip: (name: string, limit: number) =>
      `${name} holds more than ${plural(limit, { one: '# file', other: '# files' })}, the most that the browser can zip. Zip the folder and choose the zip.`,
    emptyFile: (name: string) => `${name} is empty. Zip the build again.`,
    tooLarge: (name: string, size: string, limit: string) =>
      `${name} is ${size}; this portal accepts at most ${limit}.`,
    connectionLost:
      'The connection was lost before the portal answered. Try again; nothing will be published twice.',
    fileChanged: (name: string) => `${name} has changed or moved since you chose it. Choose it again.`,
  },
  examples: {
    introduction: (settings: ReactNode, placeholder: ReactNode) =>
      sentence`Publish from a build server or your terminal with an API key. Create one under ${settings} and use it in place of ${placeholder}.`,
    settings: 'Settings, API Access',
    curl: 'curl, in the folder of your zip',
    cli: 'CLI, in the folder of your project; it zips the build for you',
    otherWays: (ways: { npx: ReactNode; pnpm: ReactNode; node: ReactNode; file: ReactNode }) =>
      sentence`With pnpm, write ${ways.pnpm} instead of ${ways.npx} and its options. Without npm, download ${ways.file} and run ${ways.node}.`,
    message: 'What changed',
    optional: (fields: Record<'message' | 'branch' | 'commit' | 'buildUrl' | 'release', ReactNode>) =>
      sentence`${fields.message} is optional, and so are ${fields.branch}, ${fields.commit}, ${fields.buildUrl} and ${fields.release}.`,
    onlyOnce: (header: ReactNode) =>
      sentence`With an ${header} header a repeated upload publishes only once.`,
  },
}
