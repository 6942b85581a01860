import { fieldOf, hostApi, objectsIn } from './host-api.ts'
import { maxPages, perPage, statusName } from './host.ts'
import type { OpenHost } from './host.ts'

const states = { success: 'SUCCESSFUL', pending: 'INPROGRESS', failure: 'FAILED' }

export const openBitbucket: OpenHost = ({ env, number, commit, branch, token, limits }) => {
  const repository = env['BITBUCKET_REPO_FULL_NAME']
  if (!repository) return undefined
  const base = env['BITBUCKET_API_URL'] || 'https://api.bitbucket.org/2.0'
  const call = hostApi(base, { authorization: `Bearer ${token}` }, limits)
  const comments = `repositories/${repository}/pullrequests/${number}/comments`
  return {
    name: 'Bitbucket',
    permissions: 'Pull requests: Write and Repositories: Read',
    async *comments() {
      for (let page = 1; page <= maxPages; page++) {
        const answer = await call('GET', `${comments}?pagelen=${perPage}&page=${page}`)
        for (const comment of objectsIn(fieldOf(answer, 'values'))) {
          if (comment['deleted'] === true) continue
          yield { id: String(comment['id']), body: fieldOf(comment['content'], 'raw') }
        }
        if (fieldOf(answer, 'next') === undefined) return
      }
    },
    createComment: (raw) => call('POST', comments, { content: { raw } }),
    updateComment: (id, raw) => call('PUT', `${comments}/${id}`, { content: { raw } }),
    setStatus: ({ storybook, state, url, description }) =>
      call('POST', `repositories/${repository}/commit/${encodeURIComponent(commit)}/statuses/build`, {
        state: states[state],
        // At most 40 characters.
        key: `plinth-${storybook.publicId}`,
        name: statusName({ storybook }),
        url,
        description,
        // Without it, the status is not shown in the pull request.
        refname: branch,
      }),
  }
}
