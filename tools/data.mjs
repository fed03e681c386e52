// `npm run data -- export FILE | import FILE`: see apps/server/src/transfer.ts.
import { join } from 'node:path'
import { installPackages, root, run, runtime } from './setup.mjs'

await installPackages()
process.exit(await run(runtime, [join(root, 'apps/server/src/transfer.ts'), ...process.argv.slice(2)]))
