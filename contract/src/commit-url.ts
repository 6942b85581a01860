/** How the hosts of repositories write the address of a build and of a commit. */
const hosts: readonly { build: RegExp; commit: (repository: string, commit: string) => string }[] = [
  {
    // https://github.com/acme/ui/actions/runs/42, also of an enterprise's own server
    build: /^(\/[^/]+\/[^/]+)\/actions\/runs\/\d+(?:\/|$)/,
    commit: (repository, commit) => `${repository}/commit/${commit}`,
  },
  {
    // https://gitlab.com/acme/web/ui/-/jobs/7, also of a company's own server
    build: /^(\/.+?)\/-\/(?:jobs|pipelines)\/\d+(?:\/|$)/,
    commit: (repository, commit) => `${repository}/-/commit/${commit}`,
  },
  {
    // https://bitbucket.org/acme/ui/pipelines/results/5
    build: /^(\/[^/]+\/[^/]+)\/pipelines\/results\/\d+(?:\/|$)/,
    commit: (repository, commit) => `${repository}/commits/${commit}`,
  },
  {
    // https://dev.azure.com/acme/Design/_build/results?buildId=99; the repository is the one with the project's name
    build: /^((?:\/[^/]+){1,3})\/_build\/results\/?$/,
    commit: (project, commit) =>
      `${project}/_git/${project.slice(project.lastIndexOf('/') + 1)}/commit/${commit}`,
  },
]

/** The address of a commit at the host whose pipeline made the build; undefined where that cannot be told. */
export function commitUrlOf({
  commit,
  buildUrl,
}: {
  commit: string | null
  buildUrl: string | null
}): string | undefined {
  const build = buildUrl === null ? null : URL.parse(buildUrl)
  if (commit === null || !/^[\da-f]{7,64}$/i.test(commit)) return undefined
  if (build?.protocol !== 'https:' && build?.protocol !== 'http:') return undefined
  for (const host of hosts) {
    const [, repository] = host.build.exec(build.pathname) ?? []
    if (repository !== undefined) return build.origin + host.commit(repository, commit)
  }
  return undefined
}
