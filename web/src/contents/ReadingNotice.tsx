import { Alert, Box, Loader } from '@mantine/core'

import { texts } from '../texts/texts.ts'

/** Shown until a build has been read. Pages ask again by themselves. */
export function ReadingNotice({ title = texts.contents.reading }: { title?: string }) {
  return (
    <Box component="output" display="block">
      {/* Not an alert, which would interrupt a screen reader. */}
      <Alert
        role="presentation"
        color="gray"
        variant="default"
        icon={<Loader size={18} color="gray" aria-hidden />}
        title={title}
      >
        {texts.contents.readingText}
      </Alert>
    </Box>
  )
}
