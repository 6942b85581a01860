import { fieldOf, hostApi, objectsIn } from './host-api.ts'
import { maxPages, perPage, statusName } from './host.ts'
import type { OpenHost } from './host.ts'

/** The merge request belongs to the project it merges into, the commit to the one it comes from, which may be a fork. */
export const openGitlab: OpenHost = ({ env, number, commit, token, limits }) => {
  const { CI_API_V4_URL: base, CI_PROJECT_ID: source, CI_MERGE_REQUEST_PROJECT_ID: target = source } = env
  if (!base || !source) return undefined
  const call = hostApi(base, { 'private-token': token }, limits)
  const notes = `projects/${target}/merge_requests/${number}/notes`
  return {
    name: 'GitLab',
    permissions: 'the scope api and the role Developer',
    async *comments() {
      for (let page = 1; page <= maxPages; page++) {
        const path = `${notes}?sort=asc&order_by=created_at&per_page=${perPage}&page=${page}`
        const found = objectsIn(await call('GET', path))
        for (const note of found) yield { id: String(note['id']), body: fieldOf(note, 'body') }
        if (found.length < perPage) return
      }
    },
    createComment: (body) => call('POST', notes, { body }),
    updateComment: (id, body) => call('PUT', `${notes}/${id}`, { body }),
    setStatus: ({ storybook, state, url, description }) =>
      call('POST', `projects/${source}/statuses/${encodeURIComponent(commit)}`, {
        state: state === 'failure' ? 'failed' : state,
        name: statusName({ storybook }),
        target_url: url,
        description,
      }),
  }
}
