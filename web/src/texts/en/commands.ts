import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

/** Commands for terminals and pipelines, and what describes them. */
export const commands = {
  shell: 'Shell',
  shells: { bash: 'bash, zsh', powershell: 'PowerShell' },
  copy: 'Copy the example',
  pipeline: {
    title: 'Publish from CI/CD',
    description: 'One line after the build of your Storybook publishes it as a new version.',
    introduction: (variable: ReactNode, placeholder: ReactNode) =>
      sentence`Create a key above and store it in your pipeline as the secret ${variable}; the line then works without its first part. To try it in a terminal, replace ${placeholder} with the key.`,
    line: 'In the folder of your project',
    storybook: 'Design System',
  },
  systems: {
    github: 'GitHub Actions',
    gitlab: 'GitLab CI',
    azure: 'Azure DevOps',
    bitbucket: 'Bitbucket Pipelines',
  },
  files: (systems: ReactNode) => sentence`Ready-made files, with the address of this portal: ${systems}.`,
  more: (links: Record<'guide' | 'cli' | 'reference', ReactNode>) =>
    sentence`Read more: ${links.guide}, ${links.cli}, ${links.reference}.`,
  guide: 'publishing from a pipeline',
  cli: 'commands and options of the CLI',
  reference: 'API reference',
}
