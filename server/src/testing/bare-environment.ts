/** What a child process needs to run. It inherits none of the test runner's settings. */
export const bareEnvironment = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  // A browser for each portal would take both cores.
  PLINTH_CAMERA: 'false',
})
