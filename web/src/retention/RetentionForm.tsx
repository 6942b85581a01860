import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Retention, RetentionDraft } from '@plinth/contract/retention.ts'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { showSuccess } from '../shell/notices.tsx'
import { useLeavePrompt } from '../shell/use-leave-prompt.tsx'
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
        showSuccess(texts.retention.save.done)
      },
    })
  }
  const words = texts.retention
  return (
    <Stack gap="lg">
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
      {preview.error !== null && <ErrorAlert title={words.preview.failed} error={preview.error} />}
      {preview.data && <RetentionPreview preview={preview.data} />}
      {save.error !== null && <ErrorAlert title={words.save.failed} error={save.error} />}
      {prompt}
      <Group>
        <Button
          variant={preview.data ? 'default' : 'filled'}
          loading={preview.isPending}
          disabled={!draft || save.isPending}
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
    </Stack>
  )
}
