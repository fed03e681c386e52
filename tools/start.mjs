// `npm start`: the whole product on this machine.
import {
  buildBrowserPart,
  buildServer,
  installPackages,
  must,
  run,
  runtime,
  server,
  serverProcess,
  withOurPrograms,
} from './setup.mjs'

await installPackages()
process.env.NODE_ENV ??= 'production'
const { args, env, isSmall } = serverProcess()
await buildServer()
// Both at once would take more memory than a small machine has.
await buildBrowserPart(isSmall ? undefined : () => must(runtime, [...args, server, '--only-prepare'], env))
// The server takes the place of this process where Node and the system can do that.
if (process.platform !== 'win32') process.execve?.(runtime, [runtime, ...args, server], withOurPrograms(env))
process.exit(await run(runtime, [...args, server], env))
