import { Container, Skeleton } from '@mantine/core'

/** A placeholder until it is known which page to show. */
export function PageSkeleton() {
  return (
    <Container size={1200} py="xl" aria-busy>
      <Skeleton h={34} w={220} mb="xl" />
      <Skeleton h={196} />
    </Container>
  )
}
