import { Anchor, Code, Stack, Text } from '@mantine/core'
import { addressOf } from '@plinth/contract/client.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { publishVersionShort } from '@plinth/contract/versions.ts'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Command } from '../commands/Command.tsx'
import { PipelineLinks } from '../commands/PipelineLinks.tsx'
import { keyPlaceholder, publishCommand } from '../commands/publish-command.ts'
import { ShellChoice } from '../commands/ShellChoice.tsx'
import { shellOf } from '../commands/shells.ts'
import { useShell } from '../commands/use-shell.ts'
import { texts } from '../texts/texts.ts'

export function ApiUpload({ storybook }: { storybook: Storybook }) {
  const { publicId: account } = useAccount()
  const words = texts.versions.examples
  const [shell, chooseShell] = useShell()
  const { join, quote, curl } = shellOf[shell]
  const address = location.origin + addressOf(publishVersionShort, { account, storybook: storybook.publicId })
  const upload = join([
    `${curl} -X POST "${address}"`,
    `-H "X-API-Key: ${keyPlaceholder}"`,
    '-F "File=@storybook.zip"',
    `-F "Message=${words.message}"`,
    // Without it the version would not be the newest one.
    ...(storybook.mainBranch === null ? [] : [`--form-string ${quote(`Branch=${storybook.mainBranch}`)}`]),
  ])
  const publish = publishCommand(shell, [`--account ${account}`, `--storybook ${storybook.publicId}`])
  return (
    <Stack gap="sm">
      <Text size="sm">
        {words.introduction(
          <Anchor component={Link} to={`/account/${account}/settings/api`} size="sm">
            {words.settings}
          </Anchor>,
          <Code>{keyPlaceholder}</Code>,
        )}
      </Text>
      <ShellChoice shell={shell} onChange={chooseShell} />
      <Command title={words.curl} text={upload} />
      <Command title={words.cli} text={publish} />
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
      <PipelineLinks />
    </Stack>
  )
}
