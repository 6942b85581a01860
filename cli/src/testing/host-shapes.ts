import type { IncomingMessage } from 'node:http'

export interface StoredComment {
  id: number
  body: string
}

interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  /** The comments of the pull request, oldest first. */
  comments: StoredComment[]
  origin: string
}

interface Answer {
  status: number
  body: unknown
}

export interface HostShape {
  name: string
  /** The variables of a pipeline that builds pull request 12, from corners into main. */
  env: (origin: string) => Record<string, string>
  isAuthorized: (headers: IncomingMessage['headers']) => boolean
  /** Answers as the host does, as far as it was asked for in the right way; undefined is its 404. */
  answer: (call: Call) => Answer | undefined
}

export const token = 'host-token-0123456789'
export const commit = '3f2c1ab4d5e6f708192a3b4c5d6e7f8091a2b3c4'
const bearer = ({ authorization }: IncomingMessage['headers']) => authorization === `Bearer ${token}`

function page<Row>(rows: Row[], query: URLSearchParams, sizeName: string): Row[] {
  const size = Math.min(100, Number(query.get(sizeName) ?? 20))
  const number = Number(query.get('page') ?? 1)
  return rows.slice((number - 1) * size, number * size)
}

const add = (comments: StoredComment[], body: unknown): StoredComment => {
  const comment = { id: 1000 + comments.length, body: String(body) }
  comments.push(comment)
  return comment
}

function edit(comments: StoredComment[], id: string | undefined, body: unknown): StoredComment | undefined {
  const comment = comments.find((candidate) => String(candidate.id) === id)
  if (comment) comment.body = String(body)
  return comment
}

const has = (body: Record<string, unknown>, ...names: string[]) =>
  names.every((name) => typeof body[name] === 'string')

const githubComment = ({ id, body }: StoredComment) => ({
  id,
  node_id: `IC_${id}`,
  url: `https://api.github.com/repos/acme/ui/issues/comments/${id}`,
  user: { login: 'github-actions[bot]', type: 'Bot' },
  author_association: 'NONE',
  created_at: '2026-01-02T03:04:05Z',
  body,
})

/** https://docs.github.com/rest/issues/comments and /rest/commits/statuses */
const github: HostShape = {
  name: 'GitHub',
  env: (origin) => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: origin,
    GITHUB_REPOSITORY: 'acme/ui',
    GITHUB_HEAD_REF: 'corners',
    GITHUB_BASE_REF: 'main',
    GITHUB_TOKEN: token,
  }),
  isAuthorized: (headers) => bearer(headers) && Boolean(headers['user-agent']),
  answer({ method, path, query, body, comments }) {
    if (path === '/repos/acme/ui/issues/12/comments') {
      if (method === 'GET') return { status: 200, body: page(comments, query, 'per_page').map(githubComment) }
      return has(body, 'body') ? { status: 201, body: githubComment(add(comments, body['body'])) } : undefined
    }
    const [, id] = /^\/repos\/acme\/ui\/issues\/comments\/(\d+)$/.exec(path) ?? []
    const edited = method === 'PATCH' ? edit(comments, id, body['body']) : undefined
    if (edited) return { status: 200, body: githubComment(edited) }
    const isStatus = method === 'POST' && path === `/repos/acme/ui/statuses/${commit}`
    return isStatus && has(body, 'state', 'context', 'target_url', 'description')
      ? { status: 201, body: { id: 1, ...body, creator: { login: 'github-actions[bot]' } } }
      : undefined
  },
}

const gitlabNote = ({ id, body }: StoredComment) => ({
  id,
  type: null,
  body,
  author: { id: 3, username: 'project_5_bot', state: 'active' },
  created_at: '2026-01-02T03:04:05.000Z',
  system: false,
  noteable_type: 'MergeRequest',
  noteable_iid: 12,
  resolvable: false,
})

/** https://docs.gitlab.com/api/notes/ and /api/commits/#set-commit-pipeline-status */
const gitlab: HostShape = {
  name: 'GitLab',
  env: (origin) => ({
    GITLAB_CI: 'true',
    CI_API_V4_URL: `${origin}/api/v4`,
    CI_PROJECT_ID: '7',
    CI_MERGE_REQUEST_PROJECT_ID: '5',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '12',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'corners',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: commit,
    CI_JOB_TOKEN: 'not-allowed-to-comment',
    PLINTH_GITLAB_TOKEN: token,
  }),
  isAuthorized: (headers) => headers['private-token'] === token,
  answer({ method, path, query, body, comments }) {
    const notes = '/api/v4/projects/5/merge_requests/12/notes'
    if (path === notes) {
      if (method === 'GET') return { status: 200, body: page(comments, query, 'per_page').map(gitlabNote) }
      return has(body, 'body') ? { status: 201, body: gitlabNote(add(comments, body['body'])) } : undefined
    }
    const edited = method === 'PUT' ? edit(comments, path.split(`${notes}/`)[1], body['body']) : undefined
    if (edited) return { status: 200, body: gitlabNote(edited) }
    const isStatus = method === 'POST' && path === `/api/v4/projects/7/statuses/${commit}`
    return isStatus && has(body, 'state', 'name', 'target_url', 'description')
      ? {
          status: 201,
          body: { id: 1, sha: commit, ref: 'corners', status: body['state'], name: body['name'] },
        }
      : undefined
  },
}

const azureThread = ({ id, body }: StoredComment) => ({
  id,
  publishedDate: '2026-01-02T03:04:05.123Z',
  status: 'closed',
  isDeleted: false,
  comments: [{ id: 1, parentCommentId: 0, content: body, commentType: 'text', usersLiked: [] }],
})

/** https://learn.microsoft.com/rest/api/azure/devops/git/pull-request-threads and /pull-request-statuses */
const azureDevops: HostShape = {
  name: 'Azure DevOps',
  env: (origin) => ({
    TF_BUILD: 'True',
    SYSTEM_COLLECTIONURI: `${origin}/acme/`,
    SYSTEM_TEAMPROJECT: 'Design System',
    BUILD_REPOSITORY_ID: '3411ebc1-d5aa-464f-9615-0b527bc66719',
    BUILD_REPOSITORY_PROVIDER: 'TfsGit',
    SYSTEM_PULLREQUEST_PULLREQUESTID: '12',
    SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/corners',
    SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
    SYSTEM_PULLREQUEST_SOURCECOMMITID: commit,
    SYSTEM_ACCESSTOKEN: token,
  }),
  isAuthorized: bearer,
  answer({ method, path, query, body, comments }) {
    const base =
      '/acme/Design%20System/_apis/git/repositories/3411ebc1-d5aa-464f-9615-0b527bc66719/pullRequests/12'
    if (!path.startsWith(base) || query.get('api-version') !== '7.1') return undefined
    const rest = path.slice(base.length)
    if (rest === '/threads' && method === 'GET') {
      const system = {
        id: 1,
        comments: [{ id: 1, commentType: 'system', content: 'Ada joined' }],
        isDeleted: false,
      }
      const value = [system, { id: 2, comments: [], isDeleted: true }, ...comments.map(azureThread)]
      return { status: 200, body: { value, count: value.length } }
    }
    if (rest === '/threads' && method === 'POST') {
      const [first] = body['comments'] as { content: string; commentType: string; parentCommentId: number }[]
      return body['status'] === 'closed' && first?.commentType === 'text'
        ? { status: 200, body: azureThread(add(comments, first.content)) }
        : undefined
    }
    const [, id] = /^\/threads\/(\d+)\/comments\/1$/.exec(rest) ?? []
    const edited = method === 'PATCH' ? edit(comments, id, body['content']) : undefined
    if (edited) return { status: 200, body: azureThread(edited).comments[0] }
    return rest === '/statuses' && method === 'POST' && has(body, 'state', 'targetUrl', 'description')
      ? { status: 200, body: { id: 1, ...body } }
      : undefined
  },
}

const bitbucketComment = ({ id, body }: StoredComment) => ({
  type: 'pullrequest_comment',
  id,
  deleted: false,
  created_on: '2026-01-02T03:04:05.123456+00:00',
  content: { type: 'rendered', raw: body, markup: 'markdown', html: '' },
  user: { type: 'AppUser', display_name: 'Pipelines' },
})

/** https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/ and /api-group-commit-statuses/ */
const bitbucket: HostShape = {
  name: 'Bitbucket',
  env: (origin) => ({
    BITBUCKET_BUILD_NUMBER: '5',
    BITBUCKET_API_URL: `${origin}/2.0`,
    BITBUCKET_REPO_FULL_NAME: 'acme/ui',
    BITBUCKET_PR_ID: '12',
    BITBUCKET_BRANCH: 'corners',
    BITBUCKET_PR_DESTINATION_BRANCH: 'main',
    BITBUCKET_COMMIT: commit,
    BITBUCKET_TOKEN: token,
  }),
  isAuthorized: bearer,
  answer({ method, path, query, body, comments, origin }) {
    const list = '/2.0/repositories/acme/ui/pullrequests/12/comments'
    if (path === list && method === 'GET') {
      const values = page(comments, query, 'pagelen').map(bitbucketComment)
      const number = Number(query.get('page') ?? 1)
      const hasNext = number * 100 < comments.length
      const next = hasNext ? { next: `${origin}${list}?pagelen=100&page=${number + 1}` } : {}
      return { status: 200, body: { values, pagelen: 100, size: comments.length, page: number, ...next } }
    }
    const { raw } = (body['content'] ?? {}) as { raw?: string }
    if (path === list && method === 'POST')
      return raw === undefined ? undefined : { status: 201, body: bitbucketComment(add(comments, raw)) }
    const edited = method === 'PUT' ? edit(comments, path.split(`${list}/`)[1], raw) : undefined
    if (edited) return { status: 200, body: bitbucketComment(edited) }
    const isStatus = method === 'POST' && path === `/2.0/repositories/acme/ui/commit/${commit}/statuses/build`
    return isStatus && has(body, 'state', 'key', 'url', 'refname')
      ? { status: 201, body: { type: 'build', ...body } }
      : undefined
  },
}

export const hostShapes = [github, gitlab, azureDevops, bitbucket] as const
