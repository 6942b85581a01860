import { deleteMember, updateMember } from '@plinth/contract/members.ts'
import type { Member, MemberChanges } from '@plinth/contract/members.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { accountsQuery } from '../accounts/queries.ts'
import { call } from '../api.ts'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { isCurrentUser } from './is-current-user.ts'
import { membersQuery } from './queries.ts'

function memberInput(account: string, { oid, microsoftTenantId: tenant }: Member) {
  if (account === '' || oid === '') throw new Error(texts.members.idMissing)
  return { params: { account, oid }, query: { tenant } }
}

const isSamePerson = (one: Member, other: Member) =>
  one.oid === other.oid && one.microsoftTenantId === other.microsoftTenantId

export function useUpdateMember(account: string, member: Member) {
  const queryClient = useQueryClient()
  const { person } = useSession()
  return useMutation({
    mutationFn: async (body: MemberChanges) => call(updateMember, { ...memberInput(account, member), body }),
    onSuccess: (updated) => {
      queryClient.setQueryData(membersQuery(account).queryKey, (list) =>
        list?.map((shown) => (isSamePerson(shown, member) ? updated : shown)),
      )
      // The user may have given up being an Owner, and the page takes the role from the list of accounts.
      if (isCurrentUser(member, person)) void queryClient.invalidateQueries(accountsQuery)
    },
    onSettled: () => void queryClient.invalidateQueries(membersQuery(account)),
  })
}

/** Removes a member's access. Users who remove themselves leave the account's pages. */
export function useDeleteMember(account: string, member: Member, onDeleted: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { person } = useSession()
  return useMutation({
    mutationFn: async () => call(deleteMember, memberInput(account, member)),
    onSuccess: () => {
      if (isCurrentUser(member, person)) {
        queryClient.setQueryData(accountsQuery.queryKey, (list) =>
          list?.filter(({ publicId }) => publicId !== account),
        )
        void navigate('/accounts', { replace: true })
        return
      }
      queryClient.setQueryData(membersQuery(account).queryKey, (list) =>
        list?.filter((shown) => !isSamePerson(shown, member)),
      )
      void queryClient.invalidateQueries(membersQuery(account))
      onDeleted()
    },
    onError: () => void queryClient.invalidateQueries(membersQuery(account)),
  })
}
