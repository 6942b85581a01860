import { Button, Group, Text } from '@mantine/core'
import { restoreVersion } from '@plinth/contract/trash.ts'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { focusContent } from '../shell/announcements.tsx'
import { hideNotice, showError, showNotice, showSuccess } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { describeRestored } from '../trash/describe-restored.ts'
import { refreshAfterRestore } from '../trash/mutations.ts'

/** Long enough to read it, think, and get to the button. */
const undoMs = 20_000

/** Says that a version is in the trash, and takes it out again. */
export function showDeletedNotice(account: string, version: string, queryClient: QueryClient) {
  const id = `deleted ${version}`
  const words = texts.versions.deletion

  async function restore() {
    hideNotice(id)
    // The button that had the focus is gone.
    focusContent()
    try {
      showSuccess(describeRestored(await call(restoreVersion, { params: { account, version } })))
    } catch (error) {
      showError(texts.trash.restore.failed, error)
    }
    refreshAfterRestore(queryClient, account)
  }
  showNotice({
    id,
    title: words.done,
    autoClose: undoMs,
    message: (
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.inTrash}</Text>
        <Button variant="default" size="xs" onClick={() => void restore()}>
          {words.undo}
        </Button>
      </Group>
    ),
  })
}
