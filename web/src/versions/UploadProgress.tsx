import { Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core'

import { formatBytes, formatSpeed, formatWait } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'
import type { Sending, UploadState } from './use-upload.ts'

import classes from './UploadProgress.module.css'

interface UploadProgressProps {
  state: UploadState
  onCancel: () => void
}

/** The progress of an upload: first its bytes, then the server's check, which has no percentage. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const percent = state.step === 'sending' ? percentOf(state) : 100
  return (
    <div>
      <Group gap="md" wrap="nowrap">
        <Progress
          value={percent}
          animated={state.step !== 'sending'}
          aria-label={texts.versions.progress.label}
          size="lg"
          className={classes.bar}
        />
        <Button variant="default" size="xs" onClick={onCancel}>
          {texts.shell.cancel}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" className={classes.figures}>
        {state.step === 'sending' ? <Figures {...state} /> : texts.versions.progress.checkingNow}
      </Text>
      <VisuallyHidden component="output">
        {state.step === 'sending' ? texts.versions.progress.sending : texts.versions.progress.checking}
      </VisuallyHidden>
    </div>
  )
}

const percentOf = ({ sent, total }: Sending) => (total === 0 ? 0 : Math.floor((sent / total) * 100))

function Figures(sending: Sending) {
  const { sent, total, estimate } = sending
  const words = texts.versions.progress
  return (
    <>
      <b>{words.percent(percentOf(sending))}</b>
      <span>{words.sent(formatBytes(sent), formatBytes(total))}</span>
      {estimate && (
        <>
          <span>{formatSpeed(estimate.bytesPerSecond)}</span>
          <span>{words.left(formatWait(estimate.secondsLeft))}</span>
        </>
      )}
    </>
  )
}
