export const portalFlags: readonly string[]
