import { Radio, Stack } from '@mantine/core'
import { Role } from '@plinth/contract/members.ts'

import { texts } from '../texts/texts.ts'

interface RoleChoiceProps {
  role: Role
  isMe: boolean
  isDisabled: boolean
  onChange: (role: Role) => void
}

export function RoleChoice({ role, isMe, isDisabled, onChange }: RoleChoiceProps) {
  const losesOwnerRole = isMe && role !== 'Owner'
  return (
    <Radio.Group
      label={texts.members.editing.role}
      value={role}
      {...(losesOwnerRole ? { description: texts.members.editing.losesOwnerRole } : {})}
      onChange={(value) => onChange(Role.parse(value))}
    >
      <Stack gap="xs" mt="xs">
        {Role.options.map((option) => (
          <Radio
            key={option}
            value={option}
            label={texts.members.roles[option]}
            description={texts.members.editing.meanings[option]}
            disabled={isDisabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
