import * as z from 'zod/mini'

export const roles = ['Owner', 'User', 'Viewer'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The role of people who are invited, or added without naming one. */
export const defaultRole: Role = 'User'

/** What members of an account can do, in the words of docs/roles.md. */
export const actions = {
  view: 'See storybooks, versions, members, storage and subscriptions',
  publish: 'Publish versions',
  markVersions: 'Name releases and pin versions',
  editStorybooks: 'Create and edit storybooks',
  deleteVersions: 'Delete versions, and restore them from the trash',
  deleteStorybooks: 'Delete storybooks, restore them, and delete for good what is in the trash',
  shareVersions: 'Create and revoke share links',
  manageInvitations: 'Invite people; see, renew and delete invitations',
  manageMembers: 'Add, edit and remove members, including yourself',
  manageApiKeys: 'See, create and delete API keys; see and revoke compositions',
  deleteKeysOfPerson: 'Delete all API keys of a person at once, even after they have left',
  changeRoles: 'Change the roles of members',
  manageOwners: 'Add, edit and remove Owners; renew and delete their invitations',
  manageRetention: 'See and change how long versions are kept',
  manageWebhooks: 'See, create, change and delete webhooks',
  viewAuditLog: 'See and download the audit log',
  allowShareLinks: 'Allow or forbid share links in the account',
  renameAccount: 'Rename the account',
  deleteAccount: 'Delete the account',
} as const
export type Action = keyof typeof actions

/** Who may do what. Actions that a role does not list are refused. Every role may `view`: the viewer hosts ask only for a membership. */
const permissions: Record<Role, readonly Action[]> = {
  Owner: Object.keys(actions) as Action[],
  User: [
    'view',
    'publish',
    'markVersions',
    'editStorybooks',
    'deleteVersions',
    'deleteStorybooks',
    'shareVersions',
    'manageInvitations',
    'manageMembers',
    'manageApiKeys',
  ],
  Viewer: ['view'],
}

export const can = (role: Role, action: Action): boolean => permissions[role].includes(action)

export const rolesThatCan = (action: Action): Role[] => roles.filter((role) => can(role, action))

/** The roles that a member may give to people they invite or add: those that allow no more than their own. */
export const rolesToGive = (role: Role): Role[] =>
  roles.filter((given) => permissions[given].every((action) => can(role, action)))

/** An account always keeps somebody of whom this is true. */
export const isOwner = (role: Role): boolean => can(role, 'manageOwners')
