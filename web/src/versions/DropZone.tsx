import { Text } from '@mantine/core'
import { IconFileZip, IconUpload } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { DragEvent } from 'react'

import { formatBytes } from '../shell/formats.ts'
import { WithCode } from '../shell/WithCode.tsx'
import { texts } from '../texts/texts.ts'

import classes from './DropZone.module.css'

interface DropZoneProps {
  file: File | undefined
  error: string | undefined
  isDisabled: boolean
  /** More than one was dropped when the list is longer; whoever prefetch decides what to make of it. */
  onFiles: (files: File[]) => void
}

/** A file input that looks like a place to drop files on. The input lies over it unseen, so keys and readers find it too. */
export function DropZone({ file, error, isDisabled, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const id = useId()
  useEffect(keepFilesFromOpening, [])

  function drop(event: DragEvent) {
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div>
      <label
        className={classes.zone}
        data-over={isOver && !isDisabled}
        data-disabled={isDisabled}
        data-error={error !== undefined}
      >
        <input
          type="file"
          accept=".zip"
          data-autofocus
          className={classes.input}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])])
            // So that choosing the same file again, after mending it, is a change too.
            currentTarget.value = ''
          }}
        />
        {file ? <Chosen file={file} /> : <Invitation />}
      </label>
      {error !== undefined && (
        <Text id={id} size="sm" c="red" mt={4} role="alert">
          <WithCode text={error} />
        </Text>
      )}
    </div>
  )
}

function Invitation() {
  return (
    <>
      <IconUpload size={28} stroke={1.5} aria-hidden />
      <Text>
        {texts.versions.uploading.drop(
          <span className={classes.choose}>{texts.versions.uploading.choose}</span>,
        )}
      </Text>
    </>
  )
}

function Chosen({ file }: { file: File }) {
  return (
    <>
      <IconFileZip size={28} stroke={1.5} aria-hidden />
      <Text className={classes.name}>
        <b>{file.name}</b> {formatBytes(file.size)}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.versions.uploading.dropAnother(
          <span className={classes.choose}>{texts.versions.uploading.chooseAnother}</span>,
        )}
      </Text>
    </>
  )
}

const prevent = (event: Event) => event.preventDefault()

/** A file that misses the zone must not replace the portal in its tab. */
function keepFilesFromOpening() {
  addEventListener('dragover', prevent)
  addEventListener('drop', prevent)
  return () => {
    removeEventListener('dragover', prevent)
    removeEventListener('drop', prevent)
  }
}
