import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import { IconBooks, IconPlugConnected, IconUsersGroup } from '@tabler/icons-react'

import { texts } from '../texts/texts.ts'

const features = [
  { name: 'hosting', icon: IconBooks },
  { name: 'collaboration', icon: IconUsersGroup },
  { name: 'integration', icon: IconPlugConnected },
] as const

export function Features() {
  return (
    <SimpleGrid
      component="section"
      aria-label={texts.gettingStarted.features.label}
      cols={{ base: 1, sm: 3 }}
    >
      {features.map(({ name, icon: Icon }) => (
        <Card key={name} component="article" withBorder>
          <Icon size={28} stroke={1.5} aria-hidden color="var(--mantine-primary-color-light-color)" />
          <Title order={2} size="h5" mt="sm" mb={4}>
            {texts.gettingStarted.features[name].title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.gettingStarted.features[name].text}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}
