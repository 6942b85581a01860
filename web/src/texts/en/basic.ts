import { accounts } from './accounts.ts'
import { changes } from './changes.ts'
import { gettingStarted } from './getting-started.ts'
import { members } from './members.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { storage } from './storage.ts'
import { storybooks } from './storybooks.ts'
import { subscriptions } from './subscriptions.ts'

/** What the pages that people open first say, and the frame around all pages. */
export const basic = {
  accounts,
  changes,
  gettingStarted,
  members,
  search,
  settings,
  shell,
  signIn,
  storage,
  storybooks,
  subscriptions,
}
