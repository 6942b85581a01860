import { Radio, Stack } from '@mantine/core'
import { isOwner, Role, roles } from '@plinth/contract/roles.ts'

import { texts } from '../texts/texts.ts'

interface RoleChoiceProps {
  role: Role
  isMe: boolean
  isDisabled: boolean
  onChange: (role: Role) => void
}

export function RoleChoice({ role, isMe, isDisabled, onChange }: RoleChoiceProps) {
  const losesOwnerRole = isMe && !isOwner(role)
  return (
    <Radio.Group
      label={texts.members.editing.role}
      value={role}
      {...(losesOwnerRole ? { description: texts.members.editing.losesOwnerRole } : {})}
      onChange={(value) => onChange(Role.parse(value))}
    >
      <Stack gap="xs" mt="xs">
        {roles.map((option) => (
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
