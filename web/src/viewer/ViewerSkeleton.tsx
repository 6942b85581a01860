import { Skeleton, VisuallyHidden } from '@mantine/core'

import { texts } from '../texts/texts.ts'

import classes from './ViewerPage.module.css'

/** The outline of a Storybook: sidebar and canvas, or the canvas alone. */
export function ViewerSkeleton({ withSidebar = true }: { withSidebar?: boolean }) {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <VisuallyHidden>{texts.shell.loading}</VisuallyHidden>
      {withSidebar && (
        <div className={classes.sidebar}>
          <Skeleton h={24} w="60%" mb="lg" />
          {['80%', '55%', '70%', '62%', '75%', '50%'].map((width) => (
            <Skeleton key={width} h={14} w={width} mb="sm" />
          ))}
        </div>
      )}
      <div className={classes.canvas}>
        <Skeleton h={20} w={220} mb={26} />
        <Skeleton h={40} w={140} />
      </div>
    </div>
  )
}
