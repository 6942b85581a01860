import { testPortal } from './test-app.ts'

/** The current value of a metric, by its name and labels as rendered; 0 if it has none yet. */
export async function metric(name: string): Promise<number> {
  const { services } = await testPortal()
  const line = services.metrics.registry
    .render()
    .split('\n')
    .find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
