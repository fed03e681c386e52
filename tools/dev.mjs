// `npm run dev`: the server reloads on change, the browser part is served by Vite with hot replacement.
import { join } from 'node:path'
import { installPackages, root, run, runtime } from './setup.mjs'

await installPackages()
console.log('Open http://127.0.0.1:5173 (the API runs on port 8080).')
const server = run(runtime, ['--watch', join(root, 'apps/server/src/main.ts')], { NODE_ENV: 'development' })
const web = run(runtime, [join(root, 'node_modules/vite/bin/vite.js'), join(root, 'apps/web')])
process.exit(Math.max(await server, await web))
