import { Alert, Button, Container, Group, Stack, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { errorMessage, isInvalidResponse } from '../error-message.ts'
import { isTransient } from '../query-client.ts'
import { texts } from '../texts/texts.ts'
import { CookiesRefused, ViewerError } from './viewer-session.ts'

/** In the specification's words, for the failures that it names. */
export function specifiedText(error: Error): string | undefined {
  const { specified, specifiedErrors } = texts.viewer
  if (isInvalidResponse(error)) return specified(specifiedErrors.noAddress)
  const isSpecified = Object.values(specifiedErrors).includes(error.message)
  return isSpecified ? specified(error.message) : undefined
}

/** What happened, and what is known about it. */
function describe(error: Error): { title: string; detail?: string } {
  const title = specifiedText(error)
  if (title !== undefined) return { title }
  if (error instanceof CookiesRefused)
    return { title: error.message, detail: texts.viewer.advice.cookiesRefused }
  if (error instanceof ViewerError) return { title: error.message }
  if (error instanceof ApiError && error.status === 404)
    return { title: texts.viewer.notFound, detail: texts.viewer.gone }
  return { title: texts.viewer.notShown, detail: errorMessage(error) }
}

interface ViewerErrorAlertProps {
  error: Error
  /** What to do about it. */
  advice?: string | undefined
  /** What leads on, the best first. */
  actions?: ReactNode
  storybooks: string
  /** Offered where trying again can help. */
  retry: () => void
  /** Offered where the browser keeps no session inside the portal. */
  onOpenInNewTab: () => void
}

/** Shown in place of the frame. */
export function ViewerErrorAlert(props: ViewerErrorAlertProps) {
  const { error, advice, actions, storybooks, retry, onOpenInNewTab } = props
  const { title, detail } = describe(error)
  const text = advice ?? detail
  const canRetry = !(error instanceof ViewerError) && isTransient(error)
  return (
    <Container size="xs" py={64}>
      <Alert color="red" variant="light" icon={<IconAlertCircle />} title={title}>
        <Stack gap="sm">
          {text !== undefined && <Text size="sm">{text}</Text>}
          <Group gap="xs">
            {canRetry && (
              <Button color="red" variant="light" size="xs" onClick={retry}>
                {texts.shell.tryAgain}
              </Button>
            )}
            {error instanceof CookiesRefused && (
              <Button size="xs" onClick={onOpenInNewTab}>
                {texts.viewer.newTab}
              </Button>
            )}
            {actions}
            <Button component={Link} to={storybooks} variant="default" size="xs">
              {texts.viewer.backFromFailure}
            </Button>
          </Group>
        </Stack>
      </Alert>
    </Container>
  )
}
