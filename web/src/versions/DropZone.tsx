import { Text } from '@mantine/core'
import { IconAlertCircle, IconFileZip, IconFolder, IconUpload } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'

import { formatBytes } from '../shell/formats.ts'
import { WithCode } from '../shell/WithCode.tsx'
import { texts } from '../texts/texts.ts'
import type { ChosenBuild } from './choose-build.ts'
import { chosenFolder, droppedFolder } from './read-folder.ts'
import type { Folder } from './read-folder.ts'

import classes from './DropZone.module.css'

interface DropZoneProps {
  chosen: Pick<ChosenBuild, 'name' | 'bytes' | 'fileCount'> | undefined
  error: string | undefined
  /** While a build is read that was just chosen. */
  isReading: boolean
  isDisabled: boolean
  /** Called with several files if several were dropped. */
  onFiles: (files: File[]) => void
  onFolder: (folder: Folder) => void
}

const icon = { size: 28, stroke: 1.5, 'aria-hidden': true } as const

/**
 * A drop zone. The file input covers it invisibly, so that it works with the keyboard and screen readers. Errors are shown
 * inside it, so that nothing moves.
 */
export function DropZone({ chosen, error, isReading, isDisabled, onFiles, onFolder }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const id = useId()
  const words = texts.versions.uploading
  useEffect(preventOpeningFiles, [])

  function drop({ dataTransfer }: DragEvent) {
    setOver(false)
    if (isDisabled) return
    const folder = onlyFolder(dataTransfer)
    if (folder) onFolder(droppedFolder(folder))
    else onFiles([...dataTransfer.files])
  }
  return (
    <div
      className={classes.zone}
      data-over={isOver && !isDisabled}
      data-disabled={isDisabled}
      data-error={error !== undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={drop}
    >
      <label className={classes.content}>
        <input
          type="file"
          accept=".zip"
          data-autofocus
          className={classes.input}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])])
            // So that choosing the same file again, after fixing it, is a change event too.
            currentTarget.value = ''
          }}
        />
        {isReading ? (
          <Text>{words.reading}</Text>
        ) : error === undefined ? (
          chosen ? (
            <Chosen {...chosen} />
          ) : (
            <>
              <IconUpload {...icon} />
              <Text>{words.drop(choose(words.choose))}</Text>
            </>
          )
        ) : (
          <>
            <Text id={id} size="sm" c="red" role="alert" className={classes.name}>
              <IconAlertCircle size={18} aria-hidden className={classes.errorIcon} />
              <WithCode text={error} />
            </Text>
            <Text size="sm">{words.dropAnother(choose(words.chooseAnother))}</Text>
          </>
        )}
      </label>
      <label className={classes.folder}>
        <input
          type="file"
          className={classes.input}
          disabled={isDisabled}
          {...{ webkitdirectory: '' }}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            currentTarget.value = ''
            if (files.length > 0) onFolder(chosenFolder(files))
          }}
        />
        <Text size="sm" component="span">
          {words.orFolder(choose(words.chooseFolder))}
        </Text>
      </label>
    </div>
  )
}

const choose = (text: ReactNode) => <span className={classes.choose}>{text}</span>

function Chosen({ name, bytes, fileCount }: NonNullable<DropZoneProps['chosen']>) {
  const words = texts.versions.uploading
  return (
    <>
      {fileCount === undefined ? <IconFileZip {...icon} /> : <IconFolder {...icon} />}
      <Text className={classes.name}>
        <b>{name}</b>{' '}
        {fileCount === undefined ? formatBytes(bytes) : words.folder(fileCount, formatBytes(bytes))}
      </Text>
      <Text size="sm" c="dimmed">
        {words.dropAnother(choose(words.chooseAnother))}
      </Text>
    </>
  )
}

/** The folder, if it is all that was dropped. */
function onlyFolder({ items }: DataTransfer): FileSystemDirectoryEntry | undefined {
  const entry = items.length === 1 ? items[0]?.webkitGetAsEntry() : undefined
  return entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : undefined
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
