// `npm test`: everything that must pass before a change lands. `npm test -- FILE [-t NAME]` runs only that file or
// test.
import { checkCode } from './check.mjs'
import { build, installPackages, must, run, runtime } from './setup.mjs'

const began = performance.now()
const took = (since) => `${((performance.now() - since) / 1000).toFixed(0)} s`

const vitest = (...args) =>
  run(
    'node_modules/.bin/vitest',
    ['run', '--reporter=default', '--reporter=./tools/closing-reporter.ts', ...args],
    { NODE_ENV: 'test' },
  )

/** Builds what tests need: browser part and server, and databases to copy. */
async function prepare() {
  await build()
  await must(runtime, ['tools/page-weight.ts'])
  await must(runtime, ['tests/support/prepare.ts'])
}

process.env['DEMO_HOUR'] = new Date().toISOString().slice(0, 13)
await installPackages()
const requested = process.argv.slice(2)
if (requested.length > 0) {
  if (requested.some((path) => path.startsWith('tests'))) await build()
  process.exit(await vitest(...requested))
}
const [isSound] = await Promise.all([checkCode(), prepare()])
console.log(`Static checks, browser part and databases: ${took(began)}`)
const tests = performance.now()
const code = await vitest('--project=!deep')
console.log(`Tests: ${took(tests)}; all together: ${took(began)}`)
if (!isSound) console.log('The static checks failed, see the beginning.')
process.exit(isSound ? code : 1)
