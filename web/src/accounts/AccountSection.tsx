import { Card, Code, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { CopyAction } from '../shell/CopyAction.tsx'
import { Section } from '../shell/Section.tsx'

import classes from './AccountSection.module.css'

export function AccountSection() {
  const { name, microsoftTenantId } = useAccount()
  return (
    <Section id="account" title="Account">
      <Card withBorder p={0}>
        <dl className={classes.facts}>
          <Fact label="Name">
            <Text className={classes.text}>{name}</Text>
          </Fact>
          <Fact
            label="Tenant ID"
            {...(microsoftTenantId
              ? { action: <CopyAction value={microsoftTenantId} label="Copy the tenant ID" /> }
              : {})}
          >
            {microsoftTenantId ? (
              <Code className={classes.text}>{microsoftTenantId}</Code>
            ) : (
              <Text c="dimmed">n/a</Text>
            )}
          </Fact>
        </dl>
      </Card>
    </Section>
  )
}

interface FactProps {
  label: string
  /** What can be done with it, right beside it. */
  action?: ReactNode
  children: ReactNode
}

function Fact({ label, action, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <Group component="dd" gap="xs" wrap="nowrap" className={classes.value}>
        {children}
        {action}
      </Group>
    </div>
  )
}
