import { Alert, Button, Code, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

import { texts } from '../texts/texts.ts'

import classes from './MissingFiles.module.css'

interface MissingFilesProps {
  /** At least one. */
  files: string[]
  onChooseAnother: () => void
}

const maxShown = 4

/** Says that a build lacks files which its pages load. It can be uploaded all the same. */
export function MissingFiles({ files, onChooseAnother }: MissingFilesProps) {
  const words = texts.versions.missing
  const more = files.length - maxShown
  return (
    <Alert
      color="yellow"
      variant="light"
      title={words.title(files.length)}
      icon={<IconAlertTriangle />}
      classNames={{ title: classes.title ?? '' }}
    >
      <Text size="sm">{words.text}</Text>
      <List size="sm" mt={4} className={classes.files}>
        {files.slice(0, maxShown).map((file) => (
          <List.Item key={file}>
            <Code>{file}</Code>
          </List.Item>
        ))}
        {more > 0 && <List.Item>{words.more(more)}</List.Item>}
      </List>
      <Button variant="default" size="xs" mt="sm" onClick={onChooseAnother}>
        {words.chooseAnother}
      </Button>
    </Alert>
  )
}
