import type { AuditAction, AuditEntry } from '@plinth/contract/audit.ts'

const actions: Record<AuditAction, string> = {
  'account.created': 'Account created',
  'account.renamed': 'Account renamed',
  'account.deleted': 'Account deleted',
  'account.storageLimitChanged': 'Storage limit changed',
  'account.shareLinksChanged': 'Share links allowed or forbidden',
  'apiKey.created': 'API key created',
  'apiKey.deleted': 'API key deleted',
  'composition.created': 'Composition created',
  'composition.revoked': 'Composition revoked',
  'invitation.created': 'Invitation created',
  'invitation.deleted': 'Invitation deleted',
  'invitation.redeemed': 'Invitation redeemed',
  'invitation.renewed': 'Invitation link renewed',
  'member.added': 'Member added',
  'member.changed': 'Member changed',
  'member.removed': 'Member removed',
  'operation.applied': 'Operation applied',
  'page.allowed': 'Composing page allowed',
  'page.revoked': 'Composing page revoked',
  'shareLink.created': 'Share link created',
  'shareLink.revoked': 'Share link revoked',
  'retention.changed': 'Retention rules changed',
  'storybook.created': 'Storybook created',
  'storybook.changed': 'Storybook changed',
  'storybook.deleted': 'Storybook deleted',
  'storybook.restored': 'Storybook restored',
  'storybook.purged': 'Storybook deleted for good',
  'subscription.changed': 'Subscription changed',
  'trash.emptied': 'Trash emptied',
  'version.changed': 'Version changed',
  'version.published': 'Version published',
  'version.deleted': 'Version deleted',
  'version.restored': 'Version restored',
  'version.purged': 'Version deleted for good',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.paused': 'Webhook paused',
}

type Subject<Action> = Action extends `${infer Word}.${string}` ? Word : never

/** What was changed: the first word of an action. */
const subjects: Record<Subject<AuditAction>, string> = {
  account: 'Account',
  apiKey: 'API key',
  composition: 'Composition',
  invitation: 'Invitation',
  member: 'Member',
  operation: 'Operation',
  page: 'Composing page',
  shareLink: 'Share link',
  retention: 'Retention',
  storybook: 'Storybook',
  subscription: 'Subscription',
  trash: 'Trash',
  version: 'Version',
  webhook: 'Webhook',
}

const actors: Record<AuditEntry['actorKind'], string> = {
  user: 'Person',
  apiKey: 'API key',
  marketplace: 'Marketplace',
  system: 'System',
}

export const audit = {
  title: 'Audit log',
  description: 'Every change in this account, newest first',
  portalDescription: 'Every change in all accounts, newest first',
  empty: 'There are no changes yet.',
  noMatch: 'No changes match this search.',
  more: 'Load more',
  columns: { when: 'When', who: 'Who', what: 'What', onWhat: 'Subject', account: 'Account' },
  actions,
  subjects,
  everyChange: (subject: string) => `${subject}: every change`,
  actors,
  /** Before the name, for those who do not see the icon. */
  actorKind: (kind: string) => `${kind}: `,
  search: {
    what: 'What',
    anyChange: 'Any change',
    noSuchChange: 'No matching change',
    who: 'Who',
    anybody: 'Anybody',
  },
  download: 'Download CSV',
  downloadFailed: 'Failed to download the audit log',
}
