// The import fence: runs dependency-cruiser's rules over the whole product, makes sure that it really read the files,
// and proves each time that the fence bites, by violations planted in a copy.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'

const root = dirname(import.meta.dirname)
process.chdir(root)
const { options, forbidden } = config
const cruiseAll = async (paths: string[]): Promise<ICruiseResult> => {
  const result = await cruise(paths, { ...options, validate: true, ruleSet: { forbidden } } as never)
  return result.output as ICruiseResult
}

const tracked = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'apps/*/src', 'packages/*/src'],
  { encoding: 'utf8' },
)
const sources = tracked.split('\n').filter((path) => /\.tsx?$/.test(path))
const app = await cruiseAll(['apps/server/src', 'apps/web/src', 'packages/contract/src'])
const failures = app.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
const own = app.modules.filter(
  ({ source }) => /^(apps|packages)\//.test(source) && /\.tsx?$/.test(source),
).length
if (own < sources.length) failures.push(`the fence read ${own} of ${sources.length} source files`)

/** File → what it imports; each pair breaks the rule it is named after. */
const planted: Record<string, [file: string, imports: string][]> = {
  'no-cycles': [
    ['apps/server/src/platform/fence-a.ts', './fence-b.ts'],
    ['apps/server/src/platform/fence-b.ts', './fence-a.ts'],
  ],
  'features-are-islands': [
    ['apps/server/src/features/fence-x/x.ts', '../fence-y/y.ts'],
    ['apps/server/src/features/fence-y/y.ts', 'zod'],
  ],
  'features-have-one-door': [['apps/server/src/app/fence.ts', '../features/fence-y/y.ts']],
  'rules-are-pure': [['apps/server/src/features/fence-x/x.rules.ts', 'kysely']],
  'only-storage-speaks-sql': [['apps/server/src/features/fence-x/sql.ts', 'pg']],
  'only-doors-speak-http': [['apps/server/src/features/fence-x/http.ts', 'fastify']],
  'platform-knows-no-feature': [['apps/server/src/platform/fence-c.ts', '../features/fence-y/y.ts']],
  'shared-knows-no-feature': [
    ['apps/web/src/shared/fence.ts', '../features/fence-z/z.ts'],
    ['apps/web/src/features/fence-z/z.ts', 'zustand'],
  ],
  'contract-stands-alone': [['packages/contract/src/fence.ts', 'kysely']],
  'web-never-sees-server': [['apps/web/src/shared/fence-s.ts', '../../../server/src/platform/fence-c.ts']],
  'server-never-sees-web': [['apps/server/src/platform/fence-w.ts', '../../../web/src/shared/fence.ts']],
  'wall-stays-light': [['apps/web/src/wall/fence.ts', 'antd']],
  'no-unresolved': [['apps/web/src/shared/fence-u.ts', './nowhere.ts']],
}

mkdirSync(join(root, '.tmp'), { recursive: true })
const copy = mkdtempSync(join(root, '.tmp', 'fence-'))
try {
  for (const [file, imports] of Object.values(planted).flat()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), `import * as it from '${imports}'\nexport const used = it\n`)
  }
  process.chdir(copy)
  const trap = await cruiseAll(['apps', 'packages'])
  const bitten = new Set(trap.summary.violations.map(({ rule }) => rule.name))
  for (const { name } of forbidden) if (!bitten.has(name)) failures.push(`the fence does not bite: ${name}`)
} finally {
  process.chdir(root)
  rmSync(copy, { recursive: true, force: true })
}

if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}
console.log(`fence: ${own} files, ${forbidden.length} rules, all of them bite`)
