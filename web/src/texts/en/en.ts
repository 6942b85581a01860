import { accounts } from './accounts.ts'
import { administration } from './administration.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { compare } from './compare.ts'
import { contents } from './contents.ts'
import { gettingStarted } from './getting-started.ts'
import { invitations } from './invitations.ts'
import { marketplace } from './marketplace.ts'
import { members } from './members.ts'
import { retention } from './retention.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shareLinks } from './share-links.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { storage } from './storage.ts'
import { storybooks } from './storybooks.ts'
import { subscriptions } from './subscriptions.ts'
import { trash } from './trash.ts'
import { versions } from './versions.ts'
import { viewer } from './viewer.ts'
import { webhooks } from './webhooks.ts'

/** All that the portal says in English, by the slice that says it. */
export const en = {
  accounts,
  administration,
  apiKeys,
  audit,
  compare,
  contents,
  gettingStarted,
  invitations,
  marketplace,
  members,
  retention,
  search,
  settings,
  shareLinks,
  shell,
  signIn,
  storage,
  storybooks,
  subscriptions,
  trash,
  versions,
  viewer,
  webhooks,
}
