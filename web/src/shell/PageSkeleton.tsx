import { Container, Skeleton } from '@mantine/core'

/** In the place of a page while it is being found out which. */
export function PageSkeleton() {
  return (
    <Container size={1200} py="xl" aria-busy>
      <Skeleton h={34} w={220} mb="xl" />
      <Skeleton h={196} />
    </Container>
  )
}
