import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const mcp = {
  title: 'Connect an Agent',
  description:
    'Coding agents can look up your components over MCP, the Model Context Protocol. They can only read.',
  address: 'Address',
  addressDescription: 'The same for every agent of this account.',
  copyAddress: 'Copy the address',
  clients: 'Set Up Your Client',
  clientsDescription: 'Choose a client and copy its lines.',
  withKey: 'With an API key',
  withSignIn: 'With your own account',
  apiKey: 'API key',
  createKey: 'Create an API key',
  askForKey: 'Ask an Owner or a User for an API key',
  /** Begins with one of the two above. */
  key: (start: ReactNode) => sentence`${start} that can only read.`,
  keyInVariable: (start: ReactNode, variable: ReactNode) =>
    sentence`${start} that can only read, and put it into the environment as ${variable}.`,
  signIn: 'The client opens the portal, where you sign in and allow it.',
  inFile: (file: ReactNode) => sentence`In ${file}`,
  inTerminal: 'In a terminal',
  inSettings: 'In its settings',
  copyLines: (client: string) => `Copy the lines for ${client}`,
  clientNames: {
    'claude-code': 'Claude Code',
    'vs-code': 'VS Code',
    cursor: 'Cursor',
    codex: 'Codex',
    'gemini-cli': 'Gemini CLI',
    other: 'Others',
  },
  tools: 'What Agents Can Do',
  toolsDescription:
    'Texts from your builds are marked as quotations, so that agents do not take them for instructions.',
  toolTable: 'Tools',
  columns: { tool: 'Tool', purpose: 'What it is for' },
  toolPurposes: {
    search: 'Finds components, stories, docs pages and props in all storybooks',
    component: 'Import line, props as TypeScript, examples and docs of a component',
    story: 'The source of a story',
    docs_page: 'The text of a docs page',
    list_storybooks: 'All storybooks with their newest versions',
    changes: 'What changed between two versions',
    'docs-list, docs-show, docs-show-story': 'The same under the names that Storybook’s own MCP server uses',
  },
  calls: {
    title: 'Agent Calls, Last 30 Days',
    description: 'How often agents used a tool, by API key or by the person who connected the agent.',
    table: 'Agent calls',
    ofPerson: (agent: string, person: string) => `${agent}, connected by ${person}`,
    empty: 'No agent has called yet.',
    columns: { key: 'API key or agent', calls: 'Calls', lastDay: 'Last call' },
    fetchFailed: 'Failed to fetch agent calls',
  },
}
