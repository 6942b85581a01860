import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import { webhookEvents, webhookFormats } from '@plinth/contract/webhooks.ts'
import type { WebhookDraft, WebhookEvent } from '@plinth/contract/webhooks.ts'
import type { UseMutationResult } from '@tanstack/react-query'

import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { useWebhookForm } from './use-webhook-form.ts'

interface WebhookFormProps<Saved> {
  initial: WebhookDraft
  action: string
  errorTitle: string
  mutation: UseMutationResult<Saved, Error, WebhookDraft>
  onSaved: (saved: Saved) => void
  onClose: () => void
}

/** The form for creating and editing a webhook. */
export function WebhookForm<Saved>(props: WebhookFormProps<Saved>) {
  const { initial, action, errorTitle, mutation, onSaved, onClose } = props
  const form = useWebhookForm(initial)
  const { values, errors, isChanged, change, draft, showFieldErrors } = form
  const { mutate, isPending, error } = mutation
  const words = texts.webhooks.fields

  function submit() {
    const body = draft()
    if (body) mutate(body, { onSuccess: onSaved, onError: showFieldErrors })
  }
  return (
    <DialogForm
      action={action}
      isChanged={isChanged}
      isPending={isPending}
      errorTitle={errorTitle}
      error={error}
      shownFields={['url']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        placeholder={words.namePlaceholder}
        withAsterisk
        aria-required
        maxLength={maxLength.webhookName}
        data-autofocus
        value={values.name}
        error={errors.name}
        disabled={isPending}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        type="url"
        label={words.address}
        placeholder={words.addressPlaceholder}
        withAsterisk
        aria-required
        maxLength={maxLength.webhookUrl}
        value={values.url}
        error={errors.url}
        disabled={isPending}
        onChange={(event) => form.changeAddress(event.currentTarget.value)}
      />
      <Radio.Group
        label={words.format}
        description={form.isFormatSuggested && words.formatSuggested}
        value={values.format}
        onChange={form.chooseFormat}
      >
        <Stack gap="xs" mt="xs">
          {webhookFormats.map((format) => (
            <Radio
              key={format}
              value={format}
              label={texts.webhooks.formats[format].name}
              description={texts.webhooks.formats[format].description}
              disabled={isPending}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox.Group
        label={words.events}
        value={values.events}
        error={errors.events}
        onChange={(chosen) => change({ events: inOrder(chosen) })}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" my="xs">
          {webhookEvents.map((event) => (
            <Checkbox key={event} value={event} label={texts.webhooks.events[event]} disabled={isPending} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </DialogForm>
  )
}

const inOrder = (chosen: string[]): WebhookEvent[] => webhookEvents.filter((event) => chosen.includes(event))
