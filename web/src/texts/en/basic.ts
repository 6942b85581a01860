import { accounts } from './accounts.ts'
import { changes } from './changes.ts'
import { members } from './members.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { storybooks } from './storybooks.ts'
import { subscriptions } from './subscriptions.ts'

/** What the first page says, and the frame around all pages. */
export const basic = {
  accounts,
  changes,
  members,
  search,
  settings,
  shell,
  signIn,
  storybooks,
  subscriptions,
}
