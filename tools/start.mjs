// `npm start`: the whole product on this machine.
import { join } from 'node:path'
import { buildWeb, installPackages, root, run, runtime, serverProcess, withOurPrograms } from './setup.mjs'

await installPackages()
await buildWeb()
process.env.NODE_ENV ??= 'production'
const main = join(root, 'apps/server/src/main.ts')
const { args, env } = serverProcess()
// The server takes the place of this process where Node and the system can do that.
if (process.platform !== 'win32') process.execve?.(runtime, [runtime, ...args, main], withOurPrograms(env))
process.exit(await run(runtime, [...args, main], env))
