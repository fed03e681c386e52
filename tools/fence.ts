// Import fence: runs dependency-cruiser's rules over the whole product, checks that it read the files, and proves
// that the rules work with violations planted in a copy.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import config, { moduleGraph } from '../.dependency-cruiser.mjs'

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
const app = await cruiseAll([
  'apps/server/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/domain/src',
  'packages/dictionary/src',
])
const failures = app.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
const own = app.modules.filter(
  ({ source }) => /^(apps|packages)\//.test(source) && /\.tsx?$/.test(source),
).length
if (own < sources.length) failures.push(`the fence read ${own} of ${sources.length} source files`)

failures.push(...graphFaults(app))

/** Imports between the modules of one side, as `from → to`. Pages of the browser part are loaded by the app alone. */
function edgesOf({ modules }: ICruiseResult, side: 'server' | 'web'): ReadonlySet<string> {
  const pattern = new RegExp(`^apps/${side}/src/modules/([^/]+)/`)
  const moduleOf = (path: string) => pattern.exec(path)?.[1]
  const used = new Set<string>()
  for (const { source, dependencies } of modules) {
    const from = moduleOf(source)
    if (from === undefined || /\.(test|fixtures)\.tsx?$/.test(source)) continue
    for (const { resolved } of dependencies) {
      const to = moduleOf(resolved)
      if (to !== undefined && to !== from) used.add(`${from} → ${to}`)
    }
  }
  return used
}

/** Modules that import themselves through others. */
function cyclesIn(edges: ReadonlySet<string>): string[] {
  const graph = Map.groupBy(
    [...edges].map((edge) => edge.split(' → ') as [string, string]),
    ([from]) => from,
  )
  const leadsTo = (from: string, target: string, visited = new Set<string>()): boolean =>
    (graph.get(from) ?? []).some(
      ([, to]) => to === target || (!visited.has(to) && leadsTo(to, target, visited.add(to))),
    )
  return [...graph.keys()].filter((name) => leadsTo(name, name)).map((name) => `module cycle: ${name}`)
}

/** Differences between the server modules' imports and `moduleGraph`, and cycles between modules of either side. */
function graphFaults(result: ICruiseResult): string[] {
  const used = edgesOf(result, 'server')
  const allowed = new Set(
    Object.entries(moduleGraph).flatMap(([from, others]) => others.map((to) => `${from} → ${to}`)),
  )
  return [
    ...[...used].filter((edge) => !allowed.has(edge)).map((edge) => `not in the module graph: ${edge}`),
    ...[...allowed].filter((edge) => !used.has(edge)).map((edge) => `in the module graph, not used: ${edge}`),
    ...cyclesIn(used),
    ...cyclesIn(edgesOf(result, 'web')),
  ]
}

if (cyclesIn(new Set(['a → b', 'b → c', 'c → a', 'd → a'])).length !== 3)
  failures.push('the fence does not see a cycle between modules')

/** File → its imports. Each pair violates the rule it is named after. */
const planted: Record<string, [file: string, imports: string][]> = {
  'no-cycles': [
    ['apps/server/src/platform/fence-a.ts', './fence-b.ts'],
    ['apps/server/src/platform/fence-b.ts', './fence-a.ts'],
  ],
  'modules-through-public': [
    ['apps/server/src/modules/fence-x/x.ts', '../fence-y/y.ts'],
    ['apps/server/src/modules/fence-y/y.ts', 'zod'],
  ],
  'app-through-public': [['apps/server/src/app/fence.ts', '../modules/fence-y/y.ts']],
  'pages-are-entries': [
    ['apps/web/src/modules/fence-x/x.ts', '../fence-y/y.page.tsx'],
    ['apps/web/src/modules/fence-y/y.page.tsx', 'zod'],
  ],
  'app-through-pages': [
    ['apps/web/src/app/fence.ts', '../modules/fence-y/y.ts'],
    ['apps/web/src/modules/fence-y/y.ts', 'zod'],
  ],
  'rules-are-pure': [['apps/server/src/modules/fence-x/x.rules.ts', 'kysely']],
  'only-storage-speaks-sql': [['apps/server/src/modules/fence-x/sql.ts', 'pg']],
  'only-doors-speak-http': [['apps/server/src/modules/fence-x/http.ts', 'fastify']],
  'platform-knows-no-module': [['apps/server/src/platform/fence-c.ts', '../modules/fence-y/y.ts']],
  'modules-know-no-app': [['apps/server/src/modules/fence-y/app.ts', '../../app/fence.ts']],
  'shared-knows-no-module': [
    ['apps/web/src/shared/fence.ts', '../modules/fence-z/z.ts'],
    ['apps/web/src/modules/fence-z/z.ts', 'zustand'],
  ],
  'contract-stands-alone': [['packages/contract/src/fence.ts', 'kysely']],
  'dictionary-stands-alone': [['packages/dictionary/src/fence.ts', 'kysely']],
  'domain-stands-alone': [['packages/domain/src/fence.ts', 'zod']],
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
