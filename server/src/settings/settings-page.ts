// `npm run docs`: generates the settings page from the settings table.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { settings } from './settings.ts'

export const settingsPagePath = fileURLToPath(new URL('../../../docs/operating/settings.md', import.meta.url))

export function settingsPage(): string {
  const rows = settings.map(({ name, about, fallback }) => {
    const shown = fallback.includes('`') || fallback.includes(' ') ? fallback : `\`${fallback}\``
    return `| \`${name}\` | ${about} | ${shown} |`
  })
  return `# Settings

Read from the environment at startup. If a value is not valid, the portal does not start and names the setting.
This page is generated (\`npm run docs\`): the texts are in \`server/src/settings/groups\`.

| setting | what it is | default |
| --- | --- | --- |
${rows.join('\n')}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(settingsPagePath, settingsPage())
