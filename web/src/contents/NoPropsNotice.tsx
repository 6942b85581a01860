import { Alert, List, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

import { WithCode } from '../shell/WithCode.tsx'
import { texts } from '../texts/texts.ts'

/** The anchor that component pages link to. */
export const noPropsAnchor = 'props'

/** How to build a Storybook so that its props are known. */
export function NoPropsNotice() {
  const { title, text, react, manifest, webComponents, angular } = texts.contents.noProps
  return (
    <Alert id={noPropsAnchor} color="gray" variant="default" icon={<IconInfoCircle />} title={title}>
      <Text size="sm" mb={4}>
        {text}
      </Text>
      <List size="sm">
        {[react, manifest, webComponents, angular].map((way) => (
          <List.Item key={way}>
            <WithCode text={way} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
