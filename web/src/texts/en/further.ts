import { administration } from './administration.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { commands } from './commands.ts'
import { compare } from './compare.ts'
import { compositions } from './compositions.ts'
import { connectedAgents } from './connected-agents.ts'
import { connections } from './connections.ts'
import { contents } from './contents.ts'
import { invitations } from './invitations.ts'
import { marketplace } from './marketplace.ts'
import { mcp } from './mcp.ts'
import { pictures } from './pictures.ts'
import { retention } from './retention.ts'
import { shareLinks } from './share-links.ts'
import { storybookForms } from './storybook-forms.ts'
import { trash } from './trash.ts'
import { versions } from './versions.ts'
import { viewer } from './viewer.ts'
import { webhooks } from './webhooks.ts'

/** What the other pages and the dialogs say. */
export const further = {
  administration,
  apiKeys,
  audit,
  commands,
  compare,
  compositions,
  connections,
  connectedAgents,
  contents,
  invitations,
  marketplace,
  mcp,
  pictures,
  retention,
  shareLinks,
  storybookForms,
  trash,
  versions,
  viewer,
  webhooks,
}
