import { Card, Group, Select, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { keepsEverything } from './rule-form.ts'
import type { ExceptionValues } from './rule-form.ts'
import { RuleFields } from './RuleFields.tsx'

import classes from './RetentionForm.module.css'

interface ExceptionsProps {
  exceptions: ExceptionValues[]
  isDisabled: boolean
  onChange: (exceptions: ExceptionValues[]) => void
}

export function Exceptions({ exceptions, isDisabled, onChange }: ExceptionsProps) {
  const { publicId: account } = useAccount()
  const { data: storybooks = [] } = useQuery(storybooksQuery(account))
  const choice = useRef<HTMLInputElement>(null)
  const words = texts.retention.exceptions
  const taken = new Set(exceptions.map(({ storybookPublicId }) => storybookPublicId))

  function add(storybookPublicId: string | null) {
    const storybook = storybooks.find(({ publicId }) => publicId === storybookPublicId)
    if (!storybook) return
    const { publicId, title } = storybook
    const exception = {
      storybookPublicId: publicId,
      storybookTitle: title,
      keepNewest: '',
      inactiveDays: '',
    }
    onChange([...exceptions, exception])
  }
  function remove(storybookPublicId: string) {
    onChange(exceptions.filter((exception) => exception.storybookPublicId !== storybookPublicId))
    choice.current?.focus()
  }
  return (
    <Stack>
      {exceptions.map((exception) => (
        <Exception
          key={exception.storybookPublicId}
          exception={exception}
          isDisabled={isDisabled}
          onChange={(changed) => onChange(exceptions.map((shown) => (shown === exception ? changed : shown)))}
          onRemove={() => remove(exception.storybookPublicId)}
        />
      ))}
      <Select
        ref={choice}
        label={words.add}
        placeholder={words.addPlaceholder}
        className={classes.choice}
        data={storybooks
          .filter(({ publicId }) => !taken.has(publicId))
          .map(({ publicId, title }) => ({ value: publicId, label: title }))}
        searchable
        maxDropdownHeight={320}
        nothingFoundMessage={words.noneFound}
        comboboxProps={{ keepMounted: false }}
        disabled={isDisabled}
        value={null}
        onChange={add}
      />
    </Stack>
  )
}

interface ExceptionProps {
  exception: ExceptionValues
  isDisabled: boolean
  onChange: (exception: ExceptionValues) => void
  onRemove: () => void
}

function Exception({ exception, isDisabled, onChange, onRemove }: ExceptionProps) {
  const { storybookTitle: title } = exception
  return (
    <Card withBorder component="fieldset" aria-label={title} className={classes.exception}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} className={classes.title}>
            {title}
          </Text>
          <IconAction
            icon={IconX}
            label={texts.retention.exceptions.remove(title)}
            isDisabled={isDisabled}
            onClick={onRemove}
          />
        </Group>
        <RuleFields
          values={exception}
          isDisabled={isDisabled}
          onChange={(values) => onChange({ ...exception, ...values })}
        />
        {keepsEverything(exception) && (
          <Text size="sm" c="dimmed">
            {texts.retention.rule.keepsEverything}
          </Text>
        )}
      </Stack>
    </Card>
  )
}
