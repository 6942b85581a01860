import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Retention, RetentionDraft } from '@plinth/contract/retention.ts'
import { useRef, useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { blockedBy } from '../shell/blocked-by.ts'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { showSuccess } from '../shell/notices.tsx'
import { useLeavePrompt } from '../shell/use-leave-prompt.tsx'
import { useRestoreFocus } from '../shell/use-restore-focus.ts'
import { texts } from '../texts/texts.ts'
import { Exceptions } from './Exceptions.tsx'
import { usePreviewRetention, useSetRetention } from './mutations.ts'
import { RetentionPreview } from './RetentionPreview.tsx'
import { draftOf, keepsEverything, valuesOf } from './rule-form.ts'
import type { RetentionValues } from './rule-form.ts'
import { RuleFields } from './RuleFields.tsx'

/** The rules are saved only after a look at what they would remove. */
export function RetentionForm({ initial }: { initial: Retention }) {
  const { publicId: account } = useAccount()
  const [saved, setSaved] = useState(() => valuesOf(initial))
  const [values, setValues] = useState(saved)
  const preview = usePreviewRetention(account)
  const save = useSetRetention(account)
  const draft = draftOf(values)
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const isPending = preview.isPending || save.isPending
  const { prompt } = useLeavePrompt(isChanged && !save.isPending ? 'unsaved' : undefined, () => {})

  const form = useRef<HTMLDivElement>(null)
  const previewButton = useRef<HTMLButtonElement>(null)
  useRestoreFocus(form, isPending)

  function change(part: Partial<RetentionValues>) {
    setValues((current) => ({ ...current, ...part }))
    preview.reset()
    save.reset()
  }
  function saveRules(previewed: RetentionDraft) {
    save.mutate(previewed, {
      onSuccess: (reply) => {
        const stored = valuesOf(reply)
        setSaved(stored)
        setValues(stored)
        preview.reset()
        // The button that was pressed is gone.
        previewButton.current?.focus()
        showSuccess(texts.retention.save.done)
      },
    })
  }
  const words = texts.retention
  return (
    <Stack gap="lg" ref={form}>
      <Stack gap="xs">
        <Title order={3} size="h4">
          {words.rule.title}
        </Title>
        <RuleFields values={values.rule} isDisabled={isPending} onChange={(rule) => change({ rule })} />
        {keepsEverything(values.rule) && (
          <Text size="sm" c="dimmed">
            {words.rule.keepsEverything}
          </Text>
        )}
      </Stack>
      <Stack gap="xs">
        <Title order={3} size="h4">
          {words.exceptions.title}
        </Title>
        <Text size="sm" c="dimmed">
          {words.exceptions.description}
        </Text>
        <Exceptions
          exceptions={values.exceptions}
          isDisabled={isPending}
          onChange={(exceptions) => change({ exceptions })}
        />
      </Stack>
      <Text size="sm" c="dimmed">
        {words.kept}
      </Text>
      <Group>
        <Button
          ref={previewButton}
          variant={preview.data ? 'default' : 'filled'}
          loading={preview.isPending}
          {...blockedBy(draft ? undefined : words.preview.blocked)}
          onClick={() => draft && preview.mutate(draft)}
        >
          {words.preview.action}
        </Button>
        {preview.data && isChanged && (
          <Button loading={save.isPending} onClick={() => saveRules(preview.variables)}>
            {words.save.action}
          </Button>
        )}
      </Group>
      {prompt}
      {preview.error !== null && <ErrorAlert title={words.preview.failed} error={preview.error} />}
      {save.error !== null && <ErrorAlert title={words.save.failed} error={save.error} />}
      {preview.data && <RetentionPreview preview={preview.data} />}
    </Stack>
  )
}
