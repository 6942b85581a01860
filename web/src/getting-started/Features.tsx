import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import { IconBooks, IconPlugConnected, IconUsersGroup } from '@tabler/icons-react'

const features = [
  {
    icon: IconBooks,
    title: 'Storybook Hosting',
    text: 'Every upload is a version with a link of its own. The newest is always one click away, and older ones stay.',
  },
  {
    icon: IconUsersGroup,
    title: 'Team Collaboration',
    text: 'Designers, product people and developers look at the same components, each with their own work account.',
  },
  {
    icon: IconPlugConnected,
    title: 'API Integration',
    text: 'One command in your pipeline publishes each build, so that what is shown is what was merged.',
  },
]

export function Features() {
  return (
    <SimpleGrid component="section" aria-label="What you can do here" cols={{ base: 1, sm: 3 }}>
      {features.map(({ icon: Icon, title, text }) => (
        <Card key={title} component="article" withBorder>
          <Icon size={28} stroke={1.5} aria-hidden color="var(--mantine-primary-color-light-color)" />
          <Title order={2} size="h5" mt="sm" mb={4}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}
