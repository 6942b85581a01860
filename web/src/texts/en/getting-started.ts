import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const gettingStarted = {
  title: 'Getting Started',
  description: (productName: string) => `Four steps to get your team started with ${productName}`,
  checklist: 'Checklist',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  isDone: 'Done',
  steps: {
    signUp: { title: 'Sign Up', description: 'Your account is set up and you are signed in.' },
    upload: {
      title: 'Upload Your First Storybook',
      description: 'Zip a static build, upload it, and share the link.',
    },
    invite: {
      title: 'Invite Team Members',
      description: 'Send colleagues a link; they join with their work account.',
    },
    apiAccess: {
      title: 'Configure CI/CD API Access',
      description: 'Create an API key, and copy the line or the file that publishes every build.',
    },
  },
  features: {
    label: 'What you can do here',
    hosting: {
      title: 'Storybook Hosting',
      text: 'Every upload is a version with its own link. The newest is always one click away, and older ones stay.',
    },
    collaboration: {
      title: 'Team Collaboration',
      text: 'Designers, product people and developers look at the same components, each with their own work account.',
    },
    integration: {
      title: 'API Integration',
      text: 'One command in your pipeline publishes each build, so your team always sees what was merged.',
    },
  },
  support: {
    title: 'Need a hand?',
    text: (mailbox: ReactNode) => sentence`Write to ${mailbox} and tell us what you are trying to do.`,
  },
}
