import { Radio, Stack } from '@mantine/core'
import { Role } from '@plinth/contract/roles.ts'

import { texts } from '../texts/texts.ts'

interface RoleChoiceProps {
  role: Role
  options: readonly Role[]
  warning?: string | undefined
  isDisabled: boolean
  onChange: (role: Role) => void
}

export function RoleChoice({ role, options, warning, isDisabled, onChange }: RoleChoiceProps) {
  return (
    <Radio.Group
      label={texts.members.role}
      value={role}
      description={warning}
      onChange={(value) => onChange(Role.parse(value))}
    >
      <Stack gap="xs" mt="xs">
        {options.map((option) => (
          <Radio
            key={option}
            value={option}
            label={texts.members.roles[option]}
            description={texts.members.meanings[option]}
            disabled={isDisabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
