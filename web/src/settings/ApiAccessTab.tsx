import { Stack } from '@mantine/core'

import { ApiKeysSection } from '../api-keys/ApiKeysSection.tsx'
import { CompositionsSection } from '../compositions/CompositionsSection.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'

export function ApiAccessTab() {
  const { composeUrl } = useConfig()
  return (
    <Stack gap={40}>
      <ApiKeysSection />
      {composeUrl !== null && <CompositionsSection />}
    </Stack>
  )
}
