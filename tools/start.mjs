// `npm start`: the whole product on this machine.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWeb, codeCache, installPackages, root, run, runtime } from './setup.mjs'

await installPackages()
await buildWeb()
process.env.NODE_ENV ??= 'production'
const main = join(root, 'apps/server/src/main.ts')
// After installation, npm runs scripts with the packages' own runtime, so no second process is needed.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  module.enableCompileCache(codeCache)
  await import(pathToFileURL(main).href)
} else process.exit(await run(runtime, [main], { NODE_COMPILE_CACHE: codeCache }))
