import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { useMutation } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { texts } from '../texts/texts.ts'
import { useChangeIcon } from './mutations.ts'
import { scaleIcon } from './scale-icon.ts'
import { StorybookMark } from './StorybookMark.tsx'

/** Shows what a storybook is recognised by, and changes it at once. */
export function IconField({ storybook }: { storybook: Storybook }) {
  const { publicId: account } = useAccount()
  const change = useChangeIcon(account, storybook.publicId)
  const choice = useMutation({
    mutationFn: async (file: File | null) => change.mutateAsync(file && (await scaleIcon(file))),
  })
  const { icon } = texts.storybookForms
  return (
    <Input.Wrapper label={icon.label} description={icon.help} labelElement="div" mb="md">
      <Group mt={6} gap="sm">
        <StorybookMark account={account} storybook={storybook} size={48} />
        <FileButton accept="image/*" onChange={(file) => file && choice.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={choice.isPending}>
              {icon.choose}
            </Button>
          )}
        </FileButton>
        {storybook.icon?.source === 'upload' && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => choice.mutate(null)}
            disabled={choice.isPending}
          >
            {icon.remove}
          </Button>
        )}
        <Text component="output" size="sm" c="dimmed">
          {choice.isSuccess ? icon.saved : icon.atOnce}
        </Text>
      </Group>
      {choice.error && <ErrorAlert title={icon.failed} error={choice.error} />}
    </Input.Wrapper>
  )
}
