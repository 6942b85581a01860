import { Badge, Button, Card, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { IconEdit, IconHistory, IconPlus, IconUpload } from '@tabler/icons-react'

import { IconAction } from '../shell/IconAction.tsx'
import { Logo } from '../shell/Logo.tsx'

import classes from './Introduction.module.css'

export default { title: 'Introduction', parameters: { layout: 'fullscreen' } } satisfies Meta

const rules = [
  {
    title: 'One colour means one thing',
    text: 'Teal marks the one main action of a page and what is selected. Status colours always come with a word or an icon.',
  },
  {
    title: 'Borders and space, no shadows',
    text: 'Pages are at most 1,200 pixels wide, with one header: title left, a sentence under it, the main action right.',
  },
  {
    title: 'No layout shifts',
    text: 'Loading shows the outline of the content. An error appears in place of the result, with what to do about it.',
  },
  {
    title: 'Every action says what it does',
    text: 'A dialog’s title is the action, and its button repeats the verb. What cannot be undone is red, names the object, and asks first.',
  },
  {
    title: 'By keyboard and in the dark',
    text: 'Everything works without a mouse and in both colour schemes; switch them in the toolbar. Every story is checked in both.',
  },
  {
    title: 'Motion under 200 ms',
    text: 'And none for users who prefer reduced motion.',
  },
]

export const Welcome: StoryObj = {
  render: () => (
    <Container component="main" size={960} py="xl">
      <Stack gap="xl">
        <section className={classes.hero}>
          <Group>
            <Logo />
            <Text fw={600}>Plinth components</Text>
          </Group>
          <div>
            <Title order={1}>Calm, quick, obvious</Title>
            <Text size="lg" c="dimmed" maw={620}>
              The components of this portal, each in its states: filled, empty, loading and failed.
            </Text>
          </div>
          <Group>
            <Button leftSection={<IconPlus size={18} aria-hidden />}>Add Storybook</Button>
            <Button variant="default">View Storybook</Button>
            <Button variant="light" color="red">
              Delete Storybook
            </Button>
            <Group gap={0}>
              <IconAction icon={IconHistory} label="View versions" onClick={() => {}} />
              <IconAction icon={IconUpload} label="Upload new version" onClick={() => {}} />
              <IconAction icon={IconEdit} label="Edit" onClick={() => {}} />
            </Group>
            <Badge variant="light" tt="none">
              Newest
            </Badge>
          </Group>
        </section>
        <Teal />
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="section" aria-label="Rules">
          {rules.map(({ title, text }) => (
            <Card key={title} component="article" withBorder>
              <Title order={2} size="h5" mb={4}>
                {title}
              </Title>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </Card>
          ))}
        </SimpleGrid>
      </Stack>
    </Container>
  ),
}

const shades = Array.from({ length: 10 }, (_, shade) => shade)

function Teal() {
  return (
    <section aria-label="The main colour">
      <div className={classes.swatches}>
        {shades.map((shade) => (
          <div
            key={shade}
            className={shade === 9 ? `${classes.swatch} ${classes.marked}` : classes.swatch}
            style={{ background: `var(--mantine-color-teal-${shade})` }}
          >
            {shade === 9 && 'main'}
          </div>
        ))}
      </div>
    </section>
  )
}
