// `npm run check`: format, types, lint, import fence, dead code, translations, links of the docs, unit tests.
import { installPackages, must, runtime } from './setup.mjs'

const bin = (name) => `node_modules/.bin/${name}`

/** Everything but the tests; `npm test` begins with it too. */
export async function checkCode() {
  await must(bin('biome'), ['format', '.'])
  for (const project of ['packages/contract', 'apps/server', 'apps/web', '.'])
    await must(bin('tsc'), ['-p', project])
  await must(bin('oxlint'), ['--deny-warnings'])
  await must(runtime, ['tools/fence.ts'])
  await must(runtime, ['tools/docs-links.ts'])
  await must(runtime, ['tools/architecture.ts', '--check'])
  await must(bin('knip'), [])
}

if (process.argv[1]?.endsWith('check.mjs')) {
  await installPackages()
  await checkCode()
  await must(bin('vitest'), ['run', '--project', 'unit'])
}
