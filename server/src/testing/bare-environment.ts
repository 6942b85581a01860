/** What a process needs to run at all. Its settings are those it is given, and none of ours. */
export const bareEnvironment = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})
