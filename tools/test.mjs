// `npm test`: everything that must pass before a change lands. What this machine cannot run is named at the end.
import { existsSync } from 'node:fs'
import { checkCode } from './check.mjs'
import { buildWeb, installPackages, must, run, runtime } from './setup.mjs'

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]
const hasBrowser = [process.env.CHROMIUM ?? '', ...browsers].some((path) => existsSync(path))

const vitest = (projects) =>
  run(
    'node_modules/.bin/vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=./tools/closing-reporter.ts',
      ...projects.flatMap((name) => ['--project', name]),
    ],
    { NODE_ENV: 'test' },
  )

await installPackages()
await checkCode()
await buildWeb()
await must(runtime, ['tools/page-weight.ts'])
// One after the other: browsers and races want the machine to themselves.
const code =
  (await vitest(['unit', 'house'])) ||
  (await vitest(['race', 'crash'])) ||
  (hasBrowser ? await vitest(['e2e']) : 0)
if (!hasBrowser)
  console.log('Not run here: browser tests (no Chromium found; Debian: apt-get install chromium).')
process.exit(code)
