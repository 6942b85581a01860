import { Stack } from '@mantine/core'

import { ApiKeysSection } from '../api-keys/ApiKeysSection.tsx'
import { PipelineSection } from '../api-keys/PipelineSection.tsx'
import { CompositionsSection } from '../compositions/CompositionsSection.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'

export function ApiAccessTab() {
  const { composeUrl } = useConfig()
  return (
    <Stack gap={40}>
      <ApiKeysSection />
      <PipelineSection />
      {composeUrl !== null && <CompositionsSection />}
    </Stack>
  )
}
