import { Button } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { texts } from '../texts/texts.ts'

export function ConnectAgentLink() {
  const { publicId: account } = useAccount()
  return (
    <Button
      component={Link}
      to={`/account/${account}/agents`}
      variant="default"
      leftSection={<IconRobot size={18} aria-hidden />}
    >
      {texts.mcp.title}
    </Button>
  )
}
