import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { maxLength } from '@plinth/contract/max-length.ts'
import { can } from '@plinth/contract/roles.ts'
import { IconEdit } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'

import { blockedBy } from '../shell/blocked-by.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { useLeavePrompt } from '../shell/use-leave-prompt.tsx'
import { useRestoreFocus } from '../shell/use-restore-focus.ts'
import { texts } from '../texts/texts.ts'
import { useAccount } from './AccountLayout.tsx'
import { useRenameAccount } from './mutations.ts'

import classes from './AccountSection.module.css'

/** The account's name, edited in place by those who may rename it. */
export function AccountName() {
  const { name, role } = useAccount()
  const isEditable = can(role, 'renameAccount')
  const [isEditing, edit] = useDisclosure()
  const container = useRef<HTMLDivElement>(null)

  function close() {
    // The focused field is removed, so the focus returns to the edit button.
    flushSync(edit.close)
    container.current?.querySelector('button')?.focus()
  }
  if (isEditing && isEditable) return <NameForm onClose={close} />
  return (
    <Group ref={container} gap="xs" wrap="nowrap">
      <Text className={classes.text}>{name}</Text>
      {isEditable && (
        <IconAction
          icon={IconEdit}
          label={texts.accounts.rename.edit}
          tooltip={texts.accounts.rename.editTooltip}
          onClick={edit.open}
        />
      )}
    </Group>
  )
}

function NameForm({ onClose }: { onClose: () => void }) {
  const { publicId, name: saved } = useAccount()
  const [name, setName] = useState(saved)
  const { mutate, isPending } = useRenameAccount(publicId)
  const trimmed = name.trim()
  const { prompt, requestClose } = useLeavePrompt(
    name === saved || isPending ? undefined : 'unsaved',
    onClose,
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  useRestoreFocus(input, isPending)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (trimmed === '' || isPending) return
    if (trimmed === saved) onClose()
    else mutate(trimmed, { onSuccess: onClose })
  }
  return (
    <div className={classes.editor}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          aria-label={texts.accounts.rename.label}
          // Mantine overrides aria-describedby unless it is set through attributes.
          attributes={{ input: { 'aria-describedby': 'account-name-length' } }}
          ref={input}
          maxLength={maxLength.accountName}
          className={classes.input}
          value={name}
          disabled={isPending}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') requestClose()
          }}
          rightSectionWidth={72}
          rightSection={
            <Text id="account-name-length" size="xs" c="dimmed" className={classes.counter}>
              {texts.accounts.rename.length(name.length, maxLength.accountName)}
            </Text>
          }
        />
        <Group gap="xs" wrap="nowrap">
          <Button
            type="submit"
            loading={isPending}
            {...blockedBy(trimmed === '' ? texts.accounts.rename.missing : undefined)}
          >
            {texts.accounts.rename.save}
          </Button>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {texts.shell.cancel}
          </Button>
        </Group>
      </form>
      {prompt}
    </div>
  )
}
