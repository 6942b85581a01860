import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import { shareDays } from '@plinth/contract/share-links.ts'
import type { NewShareLink } from '@plinth/contract/share-links.ts'
import { useState } from 'react'

import { fieldError } from '../error-message.ts'
import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { useCreateShareLink } from './mutations.ts'
import type { ShareTarget } from './share-target.ts'

const dayChoices = [shareDays.min, 3, 7, shareDays.default, 30, 60, shareDays.max]

interface CreateShareLinkFormProps extends ShareTarget {
  onCreated: (created: NewShareLink) => void
  onClose: () => void
}

export function CreateShareLinkForm(props: CreateShareLinkFormProps) {
  const { account, storybook, version, branch, suggestsBranch = false, onCreated, onClose } = props
  const words = texts.shareLinks.creation
  const [target, setTarget] = useState(version === undefined || suggestsBranch ? 'branch' : 'version')
  const [days, setDays] = useState<number>(shareDays.default)
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useCreateShareLink(account, storybook)

  function submit() {
    const opens = target === 'branch' && branch ? { branch } : { version }
    mutate({ ...opens, days, note: note.trim() || null }, { onSuccess: onCreated })
  }
  return (
    <DialogForm
      action={words.action}
      isChanged={note !== ''}
      isPending={isPending}
      errorTitle={words.failed}
      error={error}
      shownFields={['days', 'note']}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.explanation}
      </Text>
      {version !== undefined && branch && (
        <Radio.Group label={words.target} value={target} onChange={setTarget}>
          <Stack gap="xs" mt="xs">
            <Radio value="version" label={words.version} disabled={isPending} />
            <Radio value="branch" label={words.branch(branch)} disabled={isPending} />
          </Stack>
        </Radio.Group>
      )}
      <Select
        label={words.days}
        data={dayChoices.map((choice) => ({ value: String(choice), label: words.dayCount(choice) }))}
        value={String(days)}
        allowDeselect={false}
        disabled={isPending}
        error={fieldError(error, 'days')}
        onChange={(choice) => setDays(Number(choice))}
      />
      <TextInput
        label={words.note}
        placeholder={words.notePlaceholder}
        maxLength={maxLength.note}
        value={note}
        disabled={isPending}
        error={fieldError(error, 'note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
