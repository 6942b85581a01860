/**
 * Runs in the page: what stories say about pictures, in the parameters that Chromatic's users already have. It is sent as
 * text, so it may use nothing from outside itself. Storybook 7 to 10 merge the parameters of preview, component and story.
 */
export async function readParameters(ids: readonly string[]): Promise<Record<string, unknown>> {
  interface Preview {
    extract(): Promise<Record<string, { parameters?: Record<string, unknown> } | undefined>>
  }
  const preview = (globalThis as { __STORYBOOK_PREVIEW__?: Preview }).__STORYBOOK_PREVIEW__
  const stories = (await preview?.extract()) ?? {}
  const found = ids.map((id) => {
    const { chromatic, viewport } = stories[id]?.parameters ?? {}
    const { options, viewports } = (viewport ?? {}) as Record<string, unknown>
    const usesViewports = /"viewport"/.test(JSON.stringify(chromatic) ?? '')
    return [id, { chromatic, viewports: usesViewports ? (options ?? viewports) : undefined }] as const
  })
  return Object.fromEntries(found.filter(([, { chromatic }]) => chromatic !== undefined))
}
