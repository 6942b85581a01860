import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEdit } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'

import { IconAction } from '../shell/IconAction.tsx'
import { useLeavePrompt } from '../shell/use-leave-prompt.tsx'
import { useRestoreFocus } from '../shell/use-restore-focus.ts'
import { texts } from '../texts/texts.ts'
import { useAccount } from './AccountLayout.tsx'
import { useRenameAccount } from './mutations.ts'

import classes from './AccountSection.module.css'

const maxNameLength = 200

/** The account's name, and for an Owner the way to change it, in its place. */
export function AccountName() {
  const { name, isSystemOwner } = useAccount()
  const [isEditing, edit] = useDisclosure()
  const place = useRef<HTMLDivElement>(null)

  function close() {
    // The field goes and takes the focus with it; the button it came from takes it back.
    flushSync(edit.close)
    place.current?.querySelector('button')?.focus()
  }
  if (isEditing && isSystemOwner) return <NameForm onClose={close} />
  return (
    <Group ref={place} gap="xs" wrap="nowrap">
      <Text className={classes.text}>{name}</Text>
      {isSystemOwner && (
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
  const wanted = name.trim()
  const { question, requestClose } = useLeavePrompt(
    name === saved || isPending ? undefined : 'unsaved',
    onClose,
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  useRestoreFocus(input, isPending)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (wanted === '' || isPending) return
    if (wanted === saved) onClose()
    else mutate(wanted, { onSuccess: onClose })
  }
  return (
    <div className={classes.editor}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          aria-label={texts.accounts.rename.label}
          // Mantine describes an input by its own parts only, and would drop it elsewhere.
          attributes={{ input: { 'aria-describedby': 'account-name-length' } }}
          ref={input}
          maxLength={maxNameLength}
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
              {texts.accounts.rename.length(name.length, maxNameLength)}
            </Text>
          }
        />
        <Group gap="xs" wrap="nowrap">
          <Button type="submit" loading={isPending} disabled={wanted === ''}>
            {texts.accounts.rename.save}
          </Button>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {texts.shell.cancel}
          </Button>
        </Group>
      </form>
      {question}
    </div>
  )
}
