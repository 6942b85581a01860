import { fieldOf, hostApi, objectsIn } from './host-api.ts'
import { maxPages, perPage, statusName } from './host.ts'
import type { OpenHost } from './host.ts'

/** A pull request is an issue: its comments are those of the issue. */
export const openGithub: OpenHost = ({ env, number, commit, token, limits }) => {
  const repository = env['GITHUB_REPOSITORY']
  if (!repository) return undefined
  const authorization = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  }
  const call = hostApi(env['GITHUB_API_URL'] || 'https://api.github.com', authorization, limits)
  const issues = `repos/${repository}/issues`
  return {
    name: 'GitHub',
    permissions: 'pull-requests: write and statuses: write',
    async *comments() {
      for (let page = 1; page <= maxPages; page++) {
        const path = `${issues}/${number}/comments?per_page=${perPage}&page=${page}`
        const comments = objectsIn(await call('GET', path))
        for (const comment of comments) yield { id: String(comment['id']), body: fieldOf(comment, 'body') }
        if (comments.length < perPage) return
      }
    },
    createComment: (body) => call('POST', `${issues}/${number}/comments`, { body }),
    updateComment: (id, body) => call('PATCH', `${issues}/comments/${id}`, { body }),
    setStatus: ({ storybook, state, url, description }) =>
      call('POST', `repos/${repository}/statuses/${encodeURIComponent(commit)}`, {
        state,
        context: statusName({ storybook }),
        target_url: url,
        description,
      }),
  }
}
