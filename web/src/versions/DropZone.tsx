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
  /** Called with several files if several were dropped. */
  onFiles: (files: File[]) => void
}

/** A drop zone. The file input covers it invisibly, so that it works with the keyboard and screen readers. */
export function DropZone({ file, error, isDisabled, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const id = useId()
  useEffect(preventOpeningFiles, [])

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
            // So that choosing the same file again, after fixing it, is a change event too.
            currentTarget.value = ''
          }}
        />
        {file ? <Chosen file={file} /> : <Instructions />}
      </label>
      {error !== undefined && (
        <Text id={id} size="sm" c="red" mt={4} role="alert">
          <WithCode text={error} />
        </Text>
      )}
    </div>
  )
}

function Instructions() {
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

/** The browser would open a file that is dropped outside the zone. */
function preventOpeningFiles() {
  addEventListener('dragover', prevent)
  addEventListener('drop', prevent)
  return () => {
    removeEventListener('dragover', prevent)
    removeEventListener('drop', prevent)
  }
}
