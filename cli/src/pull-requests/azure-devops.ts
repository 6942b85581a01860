import { fieldOf, hostApi, objectsIn } from './host-api.ts'
import type { OpenHost } from './host.ts'

const states = { success: 'succeeded', pending: 'pending', failure: 'failed' }

/** Comments are in threads, which come in one answer. A closed thread does not keep the pull request from being completed. */
export const openAzureDevops: OpenHost = ({ env, number, token, limits }) => {
  const collection = env['SYSTEM_COLLECTIONURI'] || env['SYSTEM_TEAMFOUNDATIONCOLLECTIONURI']
  const { SYSTEM_TEAMPROJECT: project, BUILD_REPOSITORY_ID: repository } = env
  // Pipelines also build repositories of other hosts.
  const isHere = (env['BUILD_REPOSITORY_PROVIDER'] ?? 'TfsGit') === 'TfsGit'
  if (!collection || !project || !repository || !isHere) return undefined
  const call = hostApi(collection, { authorization: `Bearer ${token}` }, limits)
  const pullRequest = `${encodeURIComponent(project)}/_apis/git/repositories/${repository}/pullRequests/${number}`
  const version = 'api-version=7.1'
  return {
    name: 'Azure DevOps',
    permissions: 'Contribute to pull requests, for the build service',
    async *comments() {
      const threads = await call('GET', `${pullRequest}/threads?${version}`)
      for (const thread of objectsIn(fieldOf(threads, 'value'))) {
        const [first] = objectsIn(thread['comments'] ?? [])
        if (!first || first['isDeleted'] === true) continue
        yield { id: `${String(thread['id'])}/comments/${String(first['id'])}`, body: first['content'] }
      }
    },
    createComment: (content) =>
      call('POST', `${pullRequest}/threads?${version}`, {
        comments: [{ parentCommentId: 0, commentType: 'text', content }],
        status: 'closed',
      }),
    updateComment: (id, content) => call('PATCH', `${pullRequest}/threads/${id}?${version}`, { content }),
    setStatus: ({ storybook, state, url, description }) =>
      call('POST', `${pullRequest}/statuses?${version}`, {
        state: states[state],
        context: { genre: 'plinth', name: storybook.title },
        targetUrl: url,
        description,
      }),
  }
}
