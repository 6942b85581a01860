import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Member } from '@plinth/contract/members.ts'
import { can, isOwner } from '@plinth/contract/roles.ts'
import { IconEdit, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { AfterPaint } from '../shell/AfterPaint.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { Section } from '../shell/Section.tsx'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { isCurrentUser } from './is-current-user.ts'
import { MemberCard } from './MemberCard.tsx'
import { membersQuery } from './queries.ts'

const InviteDialog = lazyDialog(async () => (await import('../invitations/InviteDialog.tsx')).InviteDialog)
const EditMemberDialog = lazyDialog(async () => (await import('./EditMemberDialog.tsx')).EditMemberDialog)
const DeleteMemberDialog = lazyDialog(
  async () => (await import('./DeleteMemberDialog.tsx')).DeleteMemberDialog,
)

interface UsersSectionProps {
  /** Scrolls the section into view whenever it changes. */
  scrollKey?: string
}

/** The members of the account, with actions to invite, edit and delete them. */
export function UsersSection({ scrollKey }: UsersSectionProps) {
  const section = useRef<HTMLElement>(null)
  const { role } = useAccount()
  const [isInviting, invitation] = useDisclosure()
  useEffect(() => {
    if (scrollKey === undefined) return
    section.current?.scrollIntoView()
    section.current?.focus({ preventScroll: true })
  }, [scrollKey])
  return (
    <Section
      ref={section}
      id="users"
      title={texts.members.users.title}
      description={texts.members.users.description}
      action={
        can(role, 'manageInvitations') && (
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={invitation.open}
            {...InviteDialog.preloadProps}
          >
            {texts.members.users.invite}
          </Button>
        )
      }
    >
      <AfterPaint>
        <Users onDeleted={() => section.current?.focus({ preventScroll: true })} />
      </AfterPaint>
      <InviteDialog opened={isInviting} onClose={invitation.close} />
    </Section>
  )
}

function Users({ onDeleted }: { onDeleted: () => void }) {
  const { publicId: account, role } = useAccount()
  const { person } = useSession()
  const { data: members, error, refetch } = useQuery(membersQuery(account))
  if (!members && error) {
    return <ErrorAlert title={texts.members.fetchFailed} error={error} retry={() => void refetch()} />
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-busy={!members}>
      {members
        ? members.map((member) => (
            <MemberCard
              key={`${member.microsoftTenantId}/${member.oid}`}
              member={member}
              isMe={isCurrentUser(member, person)}
              actions={can(role, 'manageMembers') && <MemberActions member={member} onDeleted={onDeleted} />}
            />
          ))
        : ['first', 'second', 'third'].map((name) => <Skeleton key={name} h={104} />)}
    </SimpleGrid>
  )
}

function MemberActions({ member, onDeleted }: { member: Member; onDeleted: () => void }) {
  const [isEditing, edit] = useDisclosure()
  const [isDeleting, deletion] = useDisclosure()
  const { role: myRole } = useAccount()
  const { displayName, role } = member
  const isForbidden = isOwner(role) && !can(myRole, 'manageOwners')
  const { editing, deletion: deleting } = texts.members
  return (
    <>
      <IconAction
        icon={IconEdit}
        label={editing.one(displayName)}
        tooltip={isForbidden ? editing.ownersOnly : editing.tooltip}
        isDisabled={isForbidden}
        onClick={edit.open}
        {...EditMemberDialog.preloadProps}
      />
      <IconAction
        icon={IconTrash}
        color="red"
        label={deleting.one(displayName)}
        tooltip={isForbidden ? deleting.ownersOnly : deleting.tooltip}
        isDisabled={isForbidden}
        onClick={deletion.open}
        {...DeleteMemberDialog.preloadProps}
      />
      <EditMemberDialog member={member} opened={isEditing} onClose={edit.close} />
      <DeleteMemberDialog
        member={member}
        opened={isDeleting}
        onClose={deletion.close}
        onDeleted={onDeleted}
      />
    </>
  )
}
