import { Progress, Text, VisuallyHidden } from '@mantine/core'

import { formatBytes, formatSpeed, formatWait } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'
import type { Moving, UploadState } from './use-upload.ts'

import classes from './UploadProgress.module.css'

/** The progress of an upload: a folder is zipped, bytes are sent, and the server checks them, which has no percentage. */
export function UploadProgress({ state }: { state: UploadState }) {
  const words = texts.versions.progress
  const moving = 'done' in state ? state : undefined
  const status = moving ? words[moving.step] : words.checking
  return (
    <div>
      <Progress
        value={moving ? percentOf(moving) : 100}
        animated={!moving}
        aria-label={words.label}
        size="lg"
      />
      <Text size="sm" c="dimmed" className={classes.figures}>
        {moving ? <Figures {...moving} /> : words.checkingNow}
      </Text>
      <VisuallyHidden component="output">{status}</VisuallyHidden>
    </div>
  )
}

const percentOf = ({ done, total }: Moving) => (total === 0 ? 0 : Math.floor((done / total) * 100))

function Figures(moving: Moving) {
  const { step, done, total, estimate } = moving
  const words = texts.versions.progress
  return (
    <>
      <b>{words.percent(percentOf(moving))}</b>
      <span>{words[step]}</span>
      <span>{words.sent(formatBytes(done), formatBytes(total))}</span>
      {estimate && (
        <>
          <span>{formatSpeed(estimate.bytesPerSecond)}</span>
          <span>{words.left(formatWait(estimate.secondsLeft))}</span>
        </>
      )}
    </>
  )
}
