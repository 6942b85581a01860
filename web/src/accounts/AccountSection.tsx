import { Card, Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'

import { CopyAction } from '../shell/CopyAction.tsx'
import { showError } from '../shell/notices.tsx'
import { Section } from '../shell/Section.tsx'
import { StorageUse } from '../storage/StorageUse.tsx'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { texts } from '../texts/texts.ts'
import { useAccount } from './AccountLayout.tsx'
import { AccountName } from './AccountName.tsx'

import classes from './AccountSection.module.css'

export function AccountSection() {
  const { publicId, microsoftTenantId } = useAccount()
  const { error } = useQuery(subscriptionsQuery(publicId))
  useEffect(() => {
    if (error) showError(texts.accounts.loadFailed, error)
  }, [error])
  return (
    <Section id="account" title={texts.accounts.title}>
      <Card withBorder p={0}>
        <dl className={classes.facts}>
          <Fact label={texts.accounts.name}>
            <AccountName />
          </Fact>
          <Fact
            label={texts.accounts.tenantId}
            {...(microsoftTenantId
              ? { action: <CopyAction value={microsoftTenantId} label={texts.accounts.copyTenantId} /> }
              : {})}
          >
            {microsoftTenantId ? (
              <Code className={classes.text}>{microsoftTenantId}</Code>
            ) : (
              <Text c="dimmed">{texts.shell.notAvailable}</Text>
            )}
          </Fact>
          <Fact label={texts.storage.title}>
            <StorageUse />
          </Fact>
        </dl>
      </Card>
    </Section>
  )
}

interface FactProps {
  label: string
  /** A button beside the value. */
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
