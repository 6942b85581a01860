import { WebhookDraft } from '@plinth/contract/webhooks.ts'
import type { WebhookFormat } from '@plinth/contract/webhooks.ts'
import { useState } from 'react'

import { fieldError } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import { formatOfAddress } from './format-of-address.ts'

type Errors = Partial<Record<'name' | 'url' | 'events', string>>

/** The values of the form, and the errors of its fields until they are edited. */
export function useWebhookForm(initial: WebhookDraft) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const [isFormatChosen, setFormatChosen] = useState(false)
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)

  function change(part: Partial<WebhookDraft>) {
    setValues((current) => ({ ...current, ...part }))
    setErrors((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])),
    }))
  }

  /** The address of a chat decides the format, until somebody chooses one. */
  function changeAddress(url: string) {
    change(isFormatChosen ? { url } : { url, format: formatOfAddress(url) ?? initial.format })
  }

  function chooseFormat(format: WebhookFormat) {
    setFormatChosen(true)
    change({ format })
  }

  const suggested = isFormatChosen || values.url === initial.url ? undefined : formatOfAddress(values.url)

  /** The values to save; undefined, with errors, if something is missing or wrong. */
  function draft(): WebhookDraft | undefined {
    const { nameMissing, addressInvalid, eventsMissing } = texts.webhooks.fields
    const { name, url, events } = WebhookDraft.shape
    const trimmed = { ...values, name: values.name.trim(), url: values.url.trim() }
    const found: Errors = {
      ...(name.safeParse(trimmed.name).success ? {} : { name: nameMissing }),
      ...(url.safeParse(trimmed.url).success ? {} : { url: addressInvalid }),
      ...(events.safeParse(trimmed.events).success ? {} : { events: eventsMissing }),
    }
    setErrors(found)
    return Object.keys(found).length === 0 ? trimmed : undefined
  }

  /** Shows the server's errors. */
  function showFieldErrors(error: unknown) {
    const url = fieldError(error, 'url')
    if (url !== undefined) setErrors({ url })
  }

  return {
    values,
    errors,
    isChanged,
    change,
    changeAddress,
    chooseFormat,
    isFormatSuggested: suggested !== undefined,
    draft,
    showFieldErrors,
  }
}
