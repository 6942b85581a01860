import { testPortal } from './test-app.ts'

/** What the portal tells under this name and these labels, as they stand in its metrics; 0 where there is none yet. */
export async function metric(name: string): Promise<number> {
  const { services } = await testPortal()
  const line = services.metrics.registry
    .render()
    .split('\n')
    .find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
