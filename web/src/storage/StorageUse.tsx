import { Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { Storage } from '@plinth/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { formatBytes } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'
import { storageQuery } from './queries.ts'

import classes from './StorageUse.module.css'

/** How much of its storage the account uses. */
export function StorageUse() {
  const { publicId } = useAccount()
  const { data: storage, error } = useQuery(storageQuery(publicId))
  if (storage) return <StorageBar {...storage} />
  if (error) return <Text c="dimmed">{texts.shell.notAvailable}</Text>
  return <Skeleton h={30} className={classes.use} />
}

const nearlyFullPercent = 90

export function StorageBar({ usedBytes, limitBytes }: Storage) {
  const percent = limitBytes === 0 ? 100 : Math.min(100, (usedBytes / limitBytes) * 100)
  const isFull = usedBytes >= limitBytes
  const isNearlyFull = percent > nearlyFullPercent
  const text = texts.storage.used(formatBytes(usedBytes), formatBytes(limitBytes))
  return (
    <Stack gap={6} className={classes.use}>
      <Text size="sm">{text}</Text>
      <Progress
        value={percent}
        size="sm"
        aria-label={text}
        {...(isFull ? { color: 'red' } : isNearlyFull ? { color: 'orange' } : {})}
      />
      {isNearlyFull && (
        <Text size="sm" c="dimmed">
          {isFull ? texts.storage.full : texts.storage.nearlyFull}
        </Text>
      )}
    </Stack>
  )
}
