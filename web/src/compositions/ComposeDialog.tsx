import { Alert, Anchor, Code, Stack, Tabs, Text } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { CodeBlock } from '../contents/CodeBlock.tsx'
import { originForPrograms } from '../origin-for-programs.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { texts } from '../texts/texts.ts'
import { addressLines, packageLines } from './lines.ts'
import type { ComposedStorybook } from './lines.ts'

interface ComposeDialogProps extends ComposedStorybook {
  composeUrl: string
  opened: boolean
  onClose: () => void
}

/** The lines with which another Storybook shows this one. */
export function ComposeDialog({ composeUrl, opened, onClose, ...composed }: ComposeDialogProps) {
  const { allowsShareLinks } = useAccount()
  const { title, tabs } = texts.compositions.dialog
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg">
      <Tabs defaultValue={allowsShareLinks ? 'developers' : 'people'}>
        <Tabs.List mb="md" grow>
          <Tabs.Tab value="developers">{tabs.developers}</Tabs.Tab>
          <Tabs.Tab value="people">{tabs.people}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="developers">
          {allowsShareLinks ? <ForDevelopers composed={composed} /> : <NotAllowed />}
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <ForPeople composed={composed} composeUrl={composeUrl} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}

const configurationFile = <Code>.storybook/main.ts</Code>

function ForDevelopers({ composed }: { composed: ComposedStorybook }) {
  const { copyInstall, copyConfiguration, developers } = texts.compositions.dialog
  // npm 12 and newer fetch a package from an address only if told to; older ones do not know the option.
  const install = `npm install --save-dev --allow-remote=root ${originForPrograms()}/refs.tgz`
  return (
    <Stack gap="sm">
      <Text size="sm">{developers.meaning}</Text>
      <Text size="sm">
        <Key />
      </Text>
      <Text size="sm">{developers.install}</Text>
      <CodeBlock code={install} copyLabel={copyInstall} />
      <Text size="sm">{developers.configuration(configurationFile)}</Text>
      <CodeBlock code={packageLines(composed, location.origin)} copyLabel={copyConfiguration} />
    </Stack>
  )
}

/** Why there are no addresses, and who can change that. */
function NotAllowed() {
  const { publicId, role } = useAccount()
  const { forbidden, developers } = texts.compositions.dialog
  return (
    <Alert role="note" variant="light" color="gray" icon={<IconInfoCircle />} title={forbidden.title}>
      <Text size="sm" mb="xs">
        {forbidden.text}
      </Text>
      <Text size="sm">
        {can(role, 'allowShareLinks')
          ? forbidden.forOwners(
              <Anchor component={Link} to={`/account/${publicId}/settings`} inherit>
                {developers.settings}
              </Anchor>,
            )
          : forbidden.forOthers}
      </Text>
    </Alert>
  )
}

function Key() {
  const { publicId, role, viewersMayCompose } = useAccount()
  const { key, keyFromOthers, settings, readKey, publishKey } = texts.compositions.dialog.developers
  const variable = <Code>PLINTH_API_KEY</Code>
  const kind = viewersMayCompose ? readKey : publishKey
  if (!can(role, 'manageApiKeys')) return keyFromOthers(kind, variable)
  return key(
    kind,
    <Anchor component={Link} to={`/account/${publicId}/settings/api`} inherit>
      {settings}
    </Anchor>,
    variable,
  )
}

function ForPeople({ composed, composeUrl }: { composed: ComposedStorybook; composeUrl: string }) {
  const { copyConfiguration, people } = texts.compositions.dialog
  return (
    <Stack gap="sm">
      <Text size="sm">{people.meaning}</Text>
      <Text size="sm">{people.configuration(configurationFile)}</Text>
      <CodeBlock code={addressLines(composed, composeUrl)} copyLabel={copyConfiguration} />
    </Stack>
  )
}
