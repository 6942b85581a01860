import { Container, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageProps {
  title: string
  description?: string
  action?: ReactNode
  children?: ReactNode
}

/** The one page header: title left, a sentence under it, the main action right. */
export function Page({ title, description, action, children }: PageProps) {
  return (
    <Container size={1200} py="xl">
      <Stack gap="xl">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            {description && <Text c="dimmed">{description}</Text>}
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </Container>
  )
}
