import { Button, Group, Text } from '@mantine/core'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'

import { viewerAddress } from '../addresses.ts'
import { hideNotice, showNotice } from '../shell/notices.tsx'
import { useCopy } from '../shell/use-copy.ts'
import { describeBuild } from '../storybooks/describe-build.ts'
import { texts } from '../texts/texts.ts'

/** Says that a version is published, with links to it. It stays until it is used or closed. */
export function showPublishedNotice(
  account: string,
  { publicId: storybook, versionPublicId: version, title, latest }: PublishedStorybook,
  message: string,
  navigate: (path: string) => unknown,
) {
  const id = `published ${version}`
  const words = texts.versions.uploading
  showNotice({
    id,
    color: 'green',
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: false,
    title: words.published(title),
    message: (
      <PublishedNotice
        message={message}
        // It is not the latest if it is not on the main branch.
        text={latest?.versionPublicId === version ? describeBuild(latest) : words.isReady}
        path={viewerAddress({ account, storybook, version })}
        navigate={navigate}
        onUsed={() => hideNotice(id)}
      />
    ),
  })
}

interface PublishedNoticeProps {
  /** Tells it from other versions of the same storybook; may be empty. */
  message: string
  text: string
  path: string
  /** Notices are outside the router. */
  navigate: (path: string) => unknown
  onUsed: () => void
}

export function PublishedNotice({ message, text, path, navigate, onUsed }: PublishedNoticeProps) {
  const { copy, isCopied, isRefused } = useCopy()
  const words = texts.versions.uploading
  const wasCopied = useRef(false)
  useEffect(() => {
    // Once "Copied" has been read.
    if (wasCopied.current && !isCopied) onUsed()
    wasCopied.current = isCopied
  }, [isCopied, onUsed])

  function view(event: MouseEvent) {
    onUsed()
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(path)
  }
  return (
    <>
      {message && (
        <Text size="sm" fw={500} lineClamp={2}>
          {message}
        </Text>
      )}
      <Text size="sm">{text}</Text>
      <Group gap="xs" mt="xs">
        <Button component="a" href={path} size="xs" onClick={view}>
          {words.view}
        </Button>
        <Button variant="default" size="xs" onClick={() => copy(new URL(path, location.href).href)}>
          {isCopied ? texts.shell.copied : isRefused ? texts.shell.copyRefused : words.copyLink}
        </Button>
      </Group>
    </>
  )
}
