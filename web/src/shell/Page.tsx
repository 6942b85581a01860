import { Anchor, Container, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { usePageTitle } from './page-title.tsx'

import classes from './Page.module.css'

interface PageProps {
  title: string
  /** The open tab, named in the browser's title. */
  tab?: string | undefined
  description?: ReactNode
  /** The parent page. */
  back?: { label: string; to: string }
  action?: ReactNode
  children?: ReactNode
}

/** A page with the common header: title and description left, the main action right. */
export function Page({ title, tab, description, back, action, children }: PageProps) {
  usePageTitle(title, tab)
  return (
    <Container size={1200} py="xl">
      <Stack gap="xl">
        <Stack gap={4}>
          {back && (
            <Anchor
              component={Link}
              to={back.to}
              size="sm"
              c="dimmed"
              underline="hover"
              className={`${classes.back} ${classes.words}`}
            >
              <IconArrowLeft size={16} aria-hidden className={classes.arrow} />
              {back.label}
            </Anchor>
          )}
          <Group justify="space-between" align="flex-start">
            <div className={classes.words}>
              <Title order={1} size="h2">
                {title}
              </Title>
              {description && (
                <Text c="dimmed" component="div">
                  {description}
                </Text>
              )}
            </div>
            {action}
          </Group>
        </Stack>
        {children}
      </Stack>
    </Container>
  )
}
