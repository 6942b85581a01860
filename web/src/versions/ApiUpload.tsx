import { Anchor, Code, Group, Stack, Text } from '@mantine/core'
import { addressOf } from '@plinth/contract/client.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { publishVersionShort } from '@plinth/contract/versions.ts'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { originForPrograms } from '../origin-for-programs.ts'
import { CopyAction } from '../shell/CopyAction.tsx'
import { texts } from '../texts/texts.ts'

import classes from './ApiUpload.module.css'

export function ApiUpload({ storybook }: { storybook: Storybook }) {
  const { publicId: account } = useAccount()
  const words = texts.versions.examples
  const address = location.origin + addressOf(publishVersionShort, { account, storybook: storybook.publicId })
  const curl = [
    `curl -X POST "${address}"`,
    '-H "X-API-Key: YOUR_API_KEY"',
    '-F "File=@storybook.zip"',
    `-F "Message=${words.message}"`,
    // Without it the version would not be the newest one.
    ...(storybook.mainBranch === null ? [] : [`--form-string ${quote(`Branch=${storybook.mainBranch}`)}`]),
  ]
  // npm 12 and newer fetch a package from an address only if told to; older ones do not know the option.
  const npx = `npx --yes --allow-remote=root ${originForPrograms()}/cli.tgz`
  const cli = [
    `PLINTH_API_KEY=YOUR_API_KEY ${npx}`,
    'publish ./storybook-static',
    `--account ${account}`,
    `--storybook ${storybook.publicId}`,
  ]
  return (
    <Stack gap="sm">
      <Text size="sm">
        {words.introduction(
          <Anchor component={Link} to={`/account/${account}/settings/api`} size="sm">
            {words.settings}
          </Anchor>,
          <Code>YOUR_API_KEY</Code>,
        )}
      </Text>
      <Example title={words.curl} lines={curl} />
      <Example title={words.cli} lines={cli} />
      <Text size="sm" c="dimmed">
        {words.otherWays({
          npx: <Code>npx</Code>,
          pnpm: <Code>pnpm dlx</Code>,
          node: <Code>node plinth.mjs publish</Code>,
          file: (
            <Anchor href="/cli/plinth.mjs" download size="sm">
              <Code>plinth.mjs</Code>
            </Anchor>
          ),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {words.optional({
          message: <Code>Message</Code>,
          branch: <Code>Branch</Code>,
          commit: <Code>Commit</Code>,
          buildUrl: <Code>BuildUrl</Code>,
          release: <Code>Release</Code>,
        })}{' '}
        {words.onlyOnce(<Code>Idempotency-Key</Code>)}
      </Text>
    </Stack>
  )
}

/** For a shell, because a branch can have any name. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function Example({ title, lines }: { title: string; lines: string[] }) {
  const text = lines.join(' \\\n  ')
  return (
    <div className={classes.terminal}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <CopyAction value={text} label={texts.versions.examples.copy} />
      </Group>
      <Code block className={classes.example}>
        {text}
      </Code>
    </div>
  )
}
