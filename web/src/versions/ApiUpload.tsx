import { Anchor, Code, Group, Stack, Text } from '@mantine/core'
import { addressOf } from '@plinth/contract/client.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { publishVersionShort } from '@plinth/contract/versions.ts'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { CopyAction } from '../shell/CopyAction.tsx'

import classes from './ApiUpload.module.css'

export function ApiUpload({ storybook }: { storybook: Storybook }) {
  const { publicId: account } = useAccount()
  const address = location.origin + addressOf(publishVersionShort, { account, storybook: storybook.publicId })
  const curl = [
    `curl -X POST "${address}"`,
    '-H "X-API-Key: YOUR_API_KEY"',
    '-F "File=@storybook.zip"',
    '-F "Message=What changed"',
  ]
  const cli = [
    'PLINTH_API_KEY=YOUR_API_KEY npx plinth publish ./storybook-static',
    `--url "${location.origin}"`,
    `--account ${account}`,
    `--storybook ${storybook.publicId}`,
  ]
  return (
    <Stack gap="sm">
      <Text size="sm">
        Publish from a build server or your own terminal with an API key in place of a sign-in. Create one
        under{' '}
        <Anchor component={Link} to={`/account/${account}/settings/api`} size="sm">
          Settings, API Access
        </Anchor>{' '}
        and put it where the examples say <Code>YOUR_API_KEY</Code>.
      </Text>
      <Example title="curl, in the folder of your zip" lines={curl} />
      <Example title="CLI, in the folder of your project: it zips by itself" lines={cli} />
      <Text size="sm" c="dimmed">
        <Code>Message</Code> is optional, and so are <Code>Branch</Code>, <Code>Commit</Code> and{' '}
        <Code>BuildUrl</Code>. With an <Code>Idempotency-Key</Code> header a repeated upload publishes only
        once.
      </Text>
    </Stack>
  )
}

function Example({ title, lines }: { title: string; lines: string[] }) {
  const text = lines.join(' \\\n  ')
  return (
    <div className={classes.terminal}>
      <Group justify="space-between" className={classes.head}>
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <CopyAction value={text} label="Copy the example" />
      </Group>
      <Code block className={classes.example}>
        {text}
      </Code>
    </div>
  )
}
