import { test as base } from '@playwright/test'

/** Prints what a failed test's pages asked for and did not get: a run elsewhere leaves nothing but its output. */
export const test = base.extend({
  context: async ({ context }, use, testInfo) => {
    const startedAt = Date.now()
    const events: string[] = []
    const pending = new Map<object, string>()
    const note = (event: string) => events.push(`${Date.now() - startedAt} ms: ${event}`)
    context.on('request', (request) => pending.set(request, request.url()))
    context.on('requestfinished', (request) => pending.delete(request))
    context.on('requestfailed', (request) => {
      pending.delete(request)
      note(`${request.url()} failed: ${request.failure()?.errorText}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) note(`${response.url()} answered ${response.status()}`)
    })
    context.on('console', (message) => note(`${message.type()}: ${message.text()}`))
    context.on('weberror', (error) => note(`uncaught: ${error.error().message}`))
    context.on('page', (page) => {
      page.on('framenavigated', (frame) => note(`a frame shows ${frame.url()}`))
      page.on('crash', () => note('the page crashed'))
    })
    await use(context)
    if (testInfo.status === testInfo.expectedStatus) return
    const frames = context.pages().flatMap((page) => page.frames().map((frame) => frame.url()))
    const lines = [testInfo.title, ...events, 'Unanswered:', ...pending.values(), 'Frames:', ...frames]
    process.stdout.write(`${lines.join('\n  ')}\n`)
  },
})
