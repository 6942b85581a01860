import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const connectedAgents = {
  /** For agents that say nothing about themselves. */
  unnamed: 'An agent without a name',
  request: {
    title: 'Connect an agent',
    checking: 'Checking the request...',
    failed: 'The request could not be checked',
    expired: {
      title: 'This request cannot be answered',
      text: 'It has expired, or it was made in another browser or tab. Close this window and start again in your agent.',
    },
    noAccess: {
      title: 'No access',
      text: 'The agent asks for an account that does not exist, or that you do not belong to. Check the address in the agent, and which account you are signed in with.',
      goBack: 'Back to the Agent',
    },
    question: (agent: ReactNode, account: ReactNode) =>
      sentence`${agent} asks to read the storybooks of ${account} in your name.`,
    origin: {
      known: (host: ReactNode) => sentence`It belongs to ${host}.`,
      unknown: 'It has not said to whom it belongs.',
    },
    destination: {
      host: (host: ReactNode) => sentence`The permission is sent to ${host}.`,
      ownMachine: 'The permission is sent to a program on this computer.',
    },
    meaning:
      'It will be able to read everything that is published there: titles, components, docs and the source of stories. It can change nothing. You can disconnect it at any time under Connections.',
    warning:
      'Agents choose their names themselves, and nobody has checked this one. Allow it only if you have just asked it to connect.',
    allow: 'Allow',
    decideFailed: 'The answer could not be sent',
  },
  list: {
    title: 'Agents',
    description: 'Coding agents that you have allowed to read storybooks in your name.',
    table: 'Connected agents',
    empty: 'You have not connected any agent by signing in.',
    columns: { agent: 'Agent', account: 'Account', connected: 'Connected', lastUsed: 'Last used' },
    neverUsed: 'Never',
  },
  disconnection: {
    tooltip: 'Disconnect agent',
    one: (agent: string, account: string) => `Disconnect ${agent} from ${account}`,
    action: 'Disconnect Agent',
    failed: 'Failed to disconnect the agent',
    question: (agent: ReactNode, account: ReactNode) =>
      sentence`Are you sure you want to disconnect ${agent} from ${account}? It loses access at once.`,
  },
}
