import { Button, Code, Divider, Stack, TextInput } from '@mantine/core'
import { getOperation } from '@plinth/contract/marketplace.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmitEvent } from 'react'

import { call } from '../api.ts'
import { blockedBy } from '../shell/blocked-by.ts'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { texts } from '../texts/texts.ts'

import classes from './SubscriptionDialog.module.css'

/** Looks up the current state of an operation in the marketplace. */
export function OperationLookup({ subscription }: { subscription: string }) {
  const [id, setId] = useState('')
  // A mutation and not a query, because every click must fetch the current state.
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (operation: string) => call(getOperation, { params: { subscription, operation } }),
  })
  const operationId = id.trim()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (operationId !== '') mutate(operationId)
  }
  return (
    <Stack gap="sm">
      <Divider />
      <form onSubmit={submit} noValidate className={classes.lookup}>
        <TextInput
          label={texts.marketplace.operation}
          placeholder={texts.marketplace.operationPlaceholder}
          className={classes.field}
          maxLength={maxLength.marketplaceId}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={isPending}
          {...blockedBy(operationId === '' ? texts.marketplace.operationMissing : undefined)}
        >
          {texts.marketplace.lookUp}
        </Button>
      </form>
      {error && <ErrorAlert title={texts.shell.fetchFailed} error={error} />}
      {data && !error && <Code block>{JSON.stringify(data, null, 2)}</Code>}
    </Stack>
  )
}
