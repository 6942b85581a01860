import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { texts } from '../texts/texts.ts'
import type { FormerCreator } from './describe-key.ts'
import { useDeleteApiKeysOfCreator } from './mutations.ts'

import classes from './KeysOfFormerMember.module.css'

interface KeysOfFormerMemberProps {
  account: string
  creator: FormerCreator
  names: string[]
  onDeleted: () => void
}

/** Warns an Owner about keys whose creator has lost access, and offers to delete them. */
export function KeysOfFormerMember({ account, creator, names, onDeleted }: KeysOfFormerMemberProps) {
  const { displayName, email, status } = creator
  const { title, text, action, failed, question } = texts.apiKeys.formerMember
  const [isDeleting, deletion] = useDisclosure()
  const who = (
    <>
      <b>{displayName}</b> ({email})
    </>
  )
  const keys = <b>{names.join(', ')}</b>
  return (
    <Alert
      role="note"
      variant="default"
      title={title[status]}
      icon={<IconKey />}
      classNames={{ message: classes.message ?? '' }}
    >
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{text[status](who, keys)}</Text>
        <Button color="red" variant="light" size="xs" onClick={deletion.open}>
          {action}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={isDeleting}
        action={action}
        errorTitle={failed}
        question={question(who, keys)}
        mutation={useDeleteApiKeysOfCreator(account, creator, onDeleted)}
        onClose={deletion.close}
      />
    </Alert>
  )
}
