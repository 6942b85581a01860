import {
  callMeanwhile,
  getOverBombs,
  leaveByLink,
  lookAtAddress,
  lookAtBar,
  lookAtNotice,
  lookAtTossed,
  openEarlierVersion,
  openFilesOfPortal,
  readPortalPages,
  reloadAtOnce,
  useMenu,
} from './people.ts'
import type { Scene, Way } from './scene.ts'

/** What an attack is after; the headings of its list in docs/security.md. */
export const goals = {
  page: 'the page around it',
  portal: 'the portal, in the person’s name',
  person: 'the person and their browser',
  neighbours: 'other versions',
} as const

export interface Attack {
  /** Its name in the build's scripts. */
  name: string
  goal: keyof typeof goals
  /** In docs/security.md. */
  what: string
  /** Where it makes sense; everywhere if not given. */
  ways?: readonly Way[]
  /** More of what the build knows. */
  facts?: Record<string, string | number>
  /** What the person does meanwhile, or a look at what only this attack harms. Returns what it achieved. */
  meanwhile?: (scene: Scene, attacked: Promise<unknown>) => Promise<string | undefined>
  /** The build has to be opened again afterwards. */
  endsBuild?: boolean
  /** Nothing else may happen at the same time. */
  isAlone?: boolean
  /** What it may do all the same: the person leaves the page, or has to sign in again. */
  may?: 'leave' | 'endSessions'
}

const inPortal = ['frame', 'guest'] as const
const framed = ['frame', 'guest', 'composing'] as const

const byGoal: Record<keyof typeof goals, Omit<Attack, 'goal'>[]> = {
  page: [
    { name: 'readParentDocument', what: 'read its document and address' },
    { name: 'readParentStorage', what: 'read its storage' },
    { name: 'relaxDomain', what: 'relax its origin to the domain they share' },
    { name: 'navigateTopByScript', what: 'navigate the tab by script', ways: framed },
    { name: 'navigateTopByLink', what: 'navigate the tab by a link', ways: framed },
    { name: 'navigateTopByForm', what: 'navigate the tab by a form', ways: framed },
    { name: 'navigateTopByWindow', what: 'navigate the tab by opening a window', ways: framed },
    { name: 'navigateTopByBase', what: 'navigate the tab by `<base>`', ways: framed },
    { name: 'navigateByNestedFrame', what: 'navigate the tab from a frame inside its own', ways: framed },
    { name: 'driveOpenedPortal', what: 'open the portal in a window, read it and steer it' },
    { name: 'reachBackFromTab', what: 'reach back from a tab outside the sandbox', ways: framed },
    { name: 'findNamedWindows', what: 'find windows by name, and its opener' },
    { name: 'sendMalformedMessages', what: 'send messages of every wrong shape' },
    { name: 'pollutePrototypes', what: 'send messages that pollute prototypes' },
    { name: 'floodMessages', what: 'send too many and too large messages' },
    {
      name: 'spoofTitleAndAddress',
      what: 'put a false title or address into the tab',
      meanwhile: lookAtAddress,
    },
    {
      name: 'spoofNotices',
      what: 'put links and markup into notices',
      ways: ['frame'],
      meanwhile: lookAtNotice,
    },
    { name: 'overhearMessages', what: 'overhear messages' },
    { name: 'coverPortal', what: 'cover the bar above it', ways: inPortal, meanwhile: lookAtBar },
    {
      name: 'startEarly',
      what: 'do so before the app has started',
      ways: inPortal,
      meanwhile: reloadAtOnce,
      isAlone: true,
    },
    { name: 'hang', what: 'hang it', meanwhile: useMenu, endsBuild: true, isAlone: true },
    { name: 'hangWithWorkers', what: 'hang it with workers', isAlone: true },
    {
      name: 'joinProcess',
      what: 'get into its process and hang it there',
      ways: ['frame'],
      meanwhile: openEarlierVersion,
      endsBuild: true,
      isAlone: true,
    },
    ...['/', '/redirect.html#code=planted&state=planted', '/idp/session/end', '/api/v1/config'].map(
      (leaveTo) => ({
        name: 'leaveForPortal',
        what: `show \`${leaveTo.split('#')[0]}\` of the portal in its own place`,
        facts: { leaveTo },
        ways: inPortal,
        endsBuild: true,
      }),
    ),
    {
      name: 'leaveForElsewhere',
      what: 'show another site in its own place',
      ways: inPortal,
      endsBuild: true,
    },
  ],
  portal: [
    { name: 'callApi', what: 'call the API with the browser’s cookies' },
    { name: 'readApiAsScript', what: 'load API answers as scripts and styles' },
    { name: 'openStreams', what: 'open WebSockets and event streams' },
    { name: 'writeBlindly', what: 'send forms and beacons to the API' },
    { name: 'spendMoney', what: 'buy and cancel subscriptions' },
    { name: 'connectAgent', what: 'connect an agent without being asked' },
    { name: 'prefetchEffects', what: 'prefetch addresses that could change something' },
    { name: 'framePortal', what: 'put portal pages into frames (clickjacking)' },
    { name: 'countResponses', what: 'tell answers apart that it cannot read' },
    { name: 'signInSilently', what: 'sign in silently and catch the code' },
    { name: 'signInAsSomebodyElse', what: 'sign the person in as somebody else' },
    { name: 'signOut', what: 'sign the person out' },
    { name: 'exchangeTickets', what: 'guess tickets, ask for them, redirect elsewhere' },
    {
      name: 'showTexts',
      what: 'run scripts through titles, names, docs and icons on portal pages',
      meanwhile: readPortalPages,
      ways: ['frame'],
    },
    {
      name: 'runOnPortal',
      what: 'have its pages run on the portal’s origin',
      meanwhile: openFilesOfPortal,
      ways: ['frame'],
    },
  ],
  person: [
    { name: 'readSessionCookie', what: 'read the session it is shown under' },
    { name: 'tossCookies', what: 'plant cookies for the shared domain', meanwhile: lookAtTossed },
    {
      name: 'bombCookies',
      what: 'lock people out with too many cookies',
      meanwhile: getOverBombs,
      may: 'endSessions',
      isAlone: true,
    },
    { name: 'clearCookiesByLongAddress', what: 'have the portal delete people’s cookies' },
    {
      name: 'useUpRateLimit',
      what: 'use up the calls that a person may make',
      ways: ['frame'],
      meanwhile: callMeanwhile,
      isAlone: true,
    },
    { name: 'readClipboard', what: 'read the clipboard' },
    { name: 'useDevices', what: 'use camera, microphone, location and other devices' },
    { name: 'lockPointer', what: 'lock pointer, keyboard and screen', ways: framed },
    { name: 'usePasskeys', what: 'use the passkeys of the shared domain', isAlone: true },
    {
      name: 'trapHistory',
      what: 'keep people from leaving',
      ways: ['frame'],
      meanwhile: leaveByLink,
      may: 'leave',
      endsBuild: true,
      isAlone: true,
    },
    { name: 'leakByReferrer', what: 'find tickets and secrets in referrers and addresses' },
  ],
  neighbours: [
    { name: 'readSibling', what: 'read another version of the account, which the person has open' },
    { name: 'readStranger', what: 'read a version of another account' },
    { name: 'readByOwnHost', what: 'read other versions through its own host' },
    { name: 'openNeighbourAndRead', what: 'open another version and read its window' },
    {
      name: 'leaveForNeighbour',
      what: 'show another version in its own place, and read it',
      ways: inPortal,
      endsBuild: true,
    },
    { name: 'reachNeighbourByChannels', what: 'reach others by channels, shared workers, locks and storage' },
    { name: 'registerForeignWorker', what: 'register a service worker for others' },
    { name: 'interceptByOwnWorker', what: 'intercept others’ requests by its own service worker' },
    {
      name: 'useOwnTicketElsewhere',
      what: 'use its own ticket, caught by its service worker, for another version',
    },
    { name: 'poisonCaches', what: 'put false pages into caches' },
    { name: 'composeNeighbours', what: 'ask the compose host for other storybooks' },
    { name: 'readComposed', what: 'read its neighbour in a composing page' },
    { name: 'guessHosts', what: 'find other hosts below the viewer’s domain' },
    { name: 'fillStorage', what: 'fill the storage of others' },
  ],
}

export const attacks: readonly Attack[] = (Object.keys(goals) as (keyof typeof goals)[]).flatMap((goal) =>
  byGoal[goal].map((attack) => Object.assign(attack, { goal })),
)
