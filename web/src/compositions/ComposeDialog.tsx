import { Anchor, Code, Stack, Tabs, Text } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
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
  const { title, tabs } = texts.compositions.dialog
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg">
      <Tabs defaultValue="developers">
        <Tabs.List mb="md" grow>
          <Tabs.Tab value="developers">{tabs.developers}</Tabs.Tab>
          <Tabs.Tab value="people">{tabs.people}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="developers">
          <ForDevelopers composed={composed} />
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

function Key() {
  const { publicId, role } = useAccount()
  const { key, keyFromOthers, settings } = texts.compositions.dialog.developers
  const variable = <Code>PLINTH_API_KEY</Code>
  if (!can(role, 'manageApiKeys')) return keyFromOthers(variable)
  return key(
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
