import { channel } from 'node:diagnostics_channel'

/** The points on the way of an upload at which a crash could leave something behind, in their order. */
export const publishSteps = [
  'upload admitted',
  'draft created',
  'first bytes received',
  'upload received',
  'slot taken',
  'archive verified',
  'draft synced',
  'archive linked',
  'folder synced',
  'archive stored',
  'storage locked',
  'storybook locked',
  'version inserted',
  'change recorded',
  'answer recorded',
  'version committed',
  'draft discarded',
  'upload answered',
] as const
export type PublishStep = (typeof publishSteps)[number]

export const publishChannel = 'plinth:publishing'

const steps = channel(publishChannel)

/** Announces a step to whoever subscribes: nobody, unless a proof wants to end the process there. */
export const reached = (step: PublishStep): void => steps.publish(step)
