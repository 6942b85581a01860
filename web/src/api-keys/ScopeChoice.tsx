import { MultiSelect, Radio, Stack } from '@mantine/core'
import { KeyScope, keyScopes, maxChosenStorybooks } from '@plinth/contract/api-keys.ts'
import { useQuery } from '@tanstack/react-query'

import { storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'

export interface Scope {
  scope: KeyScope
  /** Public ids, with `publishChosen`. */
  storybooks: string[]
}

interface ScopeChoiceProps {
  account: string
  value: Scope
  error: string | undefined
  isDisabled: boolean
  onChange: (value: Scope) => void
}

export function ScopeChoice(props: ScopeChoiceProps) {
  const { value, isDisabled, onChange } = props
  return (
    <>
      <Radio.Group
        label={texts.apiKeys.creation.scope}
        description={texts.apiKeys.creation.scopeDescription}
        value={value.scope}
        onChange={(scope) => onChange({ scope: KeyScope.parse(scope), storybooks: [] })}
      >
        <Stack gap="xs" mt="xs">
          {keyScopes.map((scope) => (
            <Radio key={scope} value={scope} label={texts.apiKeys.scopes[scope]} disabled={isDisabled} />
          ))}
        </Stack>
      </Radio.Group>
      {value.scope === 'publishChosen' && <StorybooksChoice {...props} />}
    </>
  )
}

function StorybooksChoice({ account, value, error, isDisabled, onChange }: ScopeChoiceProps) {
  const { data: storybooks = [] } = useQuery(storybooksQuery(account))
  const words = texts.apiKeys.creation
  return (
    <MultiSelect
      label={words.storybooks}
      placeholder={value.storybooks.length === 0 ? words.storybooksPlaceholder : ''}
      nothingFoundMessage={words.storybooksUnknown}
      withAsterisk
      aria-required
      searchable
      selectFirstOptionOnChange
      hidePickedOptions
      maxValues={maxChosenStorybooks}
      data={storybooks.map(({ publicId, title }) => ({ value: publicId, label: title }))}
      value={value.storybooks}
      error={error}
      disabled={isDisabled}
      onChange={(chosen) => onChange({ ...value, storybooks: chosen })}
    />
  )
}
