import { Badge, Group } from '@mantine/core'

/** Enough to recognise it by. */
const maxShown = 5

export function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  return (
    <Group gap={4} component="span">
      {tags.slice(0, maxShown).map((tag) => (
        <Badge key={tag} component="span" variant="default" size="sm" tt="none" fw={400} maw={160}>
          {tag}
        </Badge>
      ))}
    </Group>
  )
}
