import * as z from 'zod/mini'

export const roles = ['Owner', 'User', 'Viewer'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The role of people who are invited, or added without naming one. */
export const defaultRole: Role = 'User'

/** What Users may do. */
const actionsOfUsers = [
  'view',
  'publish',
  'markVersions',
  'editStorybooks',
  'deleteVersions',
  'deleteStorybooks',
  'shareVersions',
  'composeStorybooks',
  'reviewStories',
  'manageInvitations',
  'manageMembers',
  'manageApiKeys',
] as const

/** What members of an account can do; `action-descriptions.ts` says it in words. */
export const actions = [
  ...actionsOfUsers,
  'deleteKeysOfPerson',
  'changeRoles',
  'manageOwners',
  'moderateComments',
  'turnOffReview',
  'manageRetention',
  'manageWebhooks',
  'viewAuditLog',
  'allowShareLinks',
  'renameAccount',
  'deleteAccount',
] as const
export type Action = (typeof actions)[number]

/** Who may do what. Actions that a role does not list are refused, `view` on the viewer hosts too. */
const permissions: Record<Role, readonly Action[]> = {
  Owner: actions,
  User: actionsOfUsers,
  Viewer: ['view'],
}

export const can = (role: Role, action: Action): boolean => permissions[role].includes(action)

export const rolesThatCan = (action: Action): Role[] => roles.filter((role) => can(role, action))

/** The roles that a member may give to people they invite or add: those that allow no more than their own. */
export const rolesToGive = (role: Role): Role[] =>
  roles.filter((given) => permissions[given].every((action) => can(role, action)))

/** An account always keeps somebody of whom this is true. */
export const isOwner = (role: Role): boolean => can(role, 'manageOwners')
