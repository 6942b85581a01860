import { Anchor, Text } from '@mantine/core'

import { pageMetadata } from '../page-metadata.ts'
import { ErrorPage } from '../shell/ErrorPage.tsx'
import { texts } from '../texts/texts.ts'

/** Shown in place of the app when signing in cannot even begin. */
export function AuthenticationErrorPage({ message }: { message: string }) {
  const { supportEmail } = pageMetadata
  return (
    <ErrorPage title={texts.signIn.errorTitle} retry={() => location.reload()}>
      <Text size="sm">{message}</Text>
      <Text size="sm">
        {texts.signIn.errorAdvice(<Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>)}
      </Text>
    </ErrorPage>
  )
}
