import { shellOf } from '../commands/shells.ts'
import type { ShellName } from '../commands/shells.ts'
import { texts } from '../texts/texts.ts'

/** Where a client wants its lines. */
type Place = { file: string } | 'terminal' | 'settings'

interface Lines {
  place: Place
  lines: string
}

export interface AgentClient {
  id: 'claude-code' | 'vs-code' | 'cursor' | 'codex' | 'gemini-cli' | 'other'
  /** With the API key in an environment variable, if the client reads those. */
  withKey: Lines
  withSignIn: Lines
}

export const keyVariable = 'PLINTH_API_KEY'
/** VS Code asks for it once, and keeps it. */
const keyInput = 'plinth-key'

interface Addresses {
  /** Signing in works at no other address. */
  address: string
  addressForKeys: string
  /** For the lines that go into a terminal. */
  shell: ShellName
}

const inFile = (file: string, lines: string): Lines => ({ place: { file }, lines })
const inTerminal = (lines: string): Lines => ({ place: 'terminal', lines })
const json = (value: unknown) => JSON.stringify(value, null, 2)

const claude = (url: string) => `claude mcp add --transport http plinth ${url}`
const codex = (url: string) => `[mcp_servers.plinth]\nurl = "${url}"`

/** The lines that the usual clients need to reach the portal. */
export function agentClients({ address, addressForKeys, shell }: Addresses): AgentClient[] {
  const { join, variable } = shellOf[shell]
  return [
    {
      id: 'claude-code',
      withKey: inTerminal(
        join([claude(addressForKeys), `--header "Authorization: Bearer ${variable(keyVariable)}"`]),
      ),
      withSignIn: inTerminal(claude(address)),
    },
    {
      id: 'vs-code',
      withKey: inFile(
        '.vscode/mcp.json',
        json({
          inputs: [{ type: 'promptString', id: keyInput, description: texts.mcp.apiKey, password: true }],
          servers: {
            plinth: {
              type: 'http',
              url: addressForKeys,
              headers: bearer(`\${input:${keyInput}}`),
            },
          },
        }),
      ),
      withSignIn: inFile('.vscode/mcp.json', json({ servers: { plinth: { type: 'http', url: address } } })),
    },
    {
      id: 'cursor',
      withKey: inFile(
        '.cursor/mcp.json',
        json({ mcpServers: { plinth: { url: addressForKeys, headers: bearer(`\${env:${keyVariable}}`) } } }),
      ),
      withSignIn: inFile('.cursor/mcp.json', json({ mcpServers: { plinth: { url: address } } })),
    },
    {
      id: 'codex',
      withKey: inFile(
        '~/.codex/config.toml',
        `${codex(addressForKeys)}\nbearer_token_env_var = "${keyVariable}"`,
      ),
      withSignIn: inFile('~/.codex/config.toml', codex(address)),
    },
    {
      id: 'gemini-cli',
      withKey: inFile(
        '~/.gemini/settings.json',
        json({ mcpServers: { plinth: { httpUrl: addressForKeys, headers: bearer(`$${keyVariable}`) } } }),
      ),
      withSignIn: inFile('~/.gemini/settings.json', json({ mcpServers: { plinth: { httpUrl: address } } })),
    },
    {
      id: 'other',
      withKey: { place: 'settings', lines: `${addressForKeys}\nAuthorization: Bearer YOUR_API_KEY` },
      withSignIn: { place: 'settings', lines: address },
    },
  ]
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
