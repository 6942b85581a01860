import type { Action } from './roles.ts'

/** In the words of docs/roles.md. Apart from the roles, because browsers load those with every page. */
export const actionDescriptions: Record<Action, string> = {
  view: 'See storybooks, versions, members, storage and subscriptions',
  publish: 'Publish versions',
  markVersions: 'Name releases and pin versions',
  editStorybooks: 'Create and edit storybooks',
  deleteVersions: 'Delete versions, and restore them from the trash',
  deleteStorybooks: 'Delete storybooks, restore them, and delete for good what is in the trash',
  reviewStories: 'Accept and reject how stories look; comment on them',
  shareVersions: 'Create and revoke share links',
  composeStorybooks: 'Get addresses for composing Storybooks',
  manageInvitations: 'Invite people; see, renew and delete invitations',
  manageMembers: 'Add, edit and remove members, including yourself',
  manageApiKeys: 'See, create and delete API keys; see and revoke compositions',
  deleteKeysOfPerson: 'Delete all API keys of a person at once, even after they have left',
  changeRoles: 'Change the roles of members',
  manageOwners: 'Add, edit and remove Owners; renew and delete their invitations',
  moderateComments: 'Delete comments of others',
  turnOffReview: 'Let a storybook no longer require review',
  manageRetention: 'See and change how long versions are kept',
  manageWebhooks: 'See, create, change and delete webhooks',
  viewAuditLog: 'See and download the audit log',
  allowShareLinks: 'Allow or forbid share links and addresses for composing Storybooks',
  renameAccount: 'Rename the account',
  deleteAccount: 'Delete the account',
}
