// npm run new -- entity tool-kit --like spare-parts --en "Tool kit" --zh 工具包 --es "Kit de herramientas"
//
// Writes the files of an entity with a code, a name and a switch, next to those of an entity of the same module: its
// declaration, contract, server part, page, texts, rights and migration. It has the same permissions, and people see its
// changes where they see those of the other. Then add the fields, and run the check.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { eventAreas } from '../packages/domain/src/live/change-areas.ts'
import { eventsOf } from '../packages/domain/src/resource/resource.ts'
import { resources } from '../packages/domain/src/resource/resources.ts'
import { edit, type Entity, namespaceOf, read, stop, write } from './new-files.ts'
import { dictionary, page } from './new-page.ts'
import { root } from './setup.mjs'

const camel = (words: string) => words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const plural = (name: string) =>
  name.endsWith('y') ? `${name.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`

/** The file that declares an entity. */
const fileOf = (path: string): string =>
  globSync('packages/domain/src/*/*-resources.ts', { cwd: root }).find((file) =>
    read(file).includes(`path: '${path}'`),
  ) ?? stop(`${path} is not declared in a file *-resources.ts`)

function entityOf(): Entity {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { like: text, en: text, zh: text, es: text },
  })
  const [kind, name = ''] = positionals
  if (kind !== 'entity' || !/^[a-z]+(-[a-z]+)*$/.test(name)) stop('Give a name such as tool-kit.')
  const known = resources.map(({ path }) => path)
  const like = resources.find(({ path }) => path === values.like) ?? stop(`PATH: ${known.join(', ')}`)
  const { en, zh, es } = values
  if (en === undefined || zh === undefined || es === undefined)
    return stop('Give its name in three languages.')
  const path = plural(name)
  if (known.includes(path)) stop(`${path} exists.`)
  const many = camel(path)
  const file = fileOf(like.path)
  return {
    path,
    many,
    type: many[0]?.toUpperCase() + many.slice(1),
    table: path.replaceAll('-', '_'),
    subject: name.replaceAll('-', '_'),
    like,
    names: { en, zh, es },
    file,
    module: file.split('/')[3] ?? '',
  }
}

const eventOf = ({ table }: Entity) => `${table}.changed`

function declare(entity: Entity): void {
  const { path, many, table, subject, like, file } = entity
  const declaration = `
export const ${many} = resource({
  path: '${path}',
  table: '${table}',
  view: '${like.view}',
  edit: '${like.edit}',
  subject: '${subject}',
  event: '${eventOf(entity)}',
  queries: '${like.queries}',
  words: ['${namespaceOf(entity)}', '${many}'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code' },
    name: { type: 'text', max: 80, required: true },
    active: { type: 'flag' },
  },
  sorts: ['code', 'name'],
  search: ['code', 'name'],
})
`
  write(file, read(file) + declaration)
  const list = 'packages/domain/src/resource/resources.ts'
  const from = file.replace('packages/domain/src/', '../')
  edit(list, 'import type { Resource }', (found) => `import { ${many} } from '${from}'\n${found}`)
  edit(list, 'Resource[] = [\n', (found) => `${found}  ${many},\n`)
  const event = eventsOf(like).update
  const areas = eventAreas[event].map((area) => `'${area}'`).join(', ')
  edit(
    'packages/domain/src/live/change-areas.ts',
    new RegExp(`  '${event}': [^\n]*\n`),
    (found) => `${found}  '${eventOf(entity)}': [${areas}],\n`,
  )
}

function contract({ path, many, module, file, names }: Entity): void {
  const declared = file.replace('packages/domain/src/', '@cloud-factory/domain/').replace('.ts', '')
  const called = names.en.toLowerCase()
  write(
    `packages/contract/src/${module}/${path}.ts`,
    `import { ${many} } from '${declared}'
import { z } from 'zod'
import { allowed, endpoints, id, version } from '../endpoint.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

const row = z.object({
  id,
  ...fieldSchemas(${many}),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})

export const ${many}Api = endpoints({
  ...resourceEndpoints(${many}, {
    row,
    summary: {
      list: 'List: ${called}.',
      create: 'Adds: ${called}.',
      update: 'Changes: ${called}.',
      delete: 'Deletes: ${called}.',
    },
  }),
})
`,
  )
  const api = 'packages/contract/src/api.ts'
  edit(api, '\n/** All endpoints', (found) => `import { ${many}Api } from './${module}/${path}.ts'\n${found}`)
  edit(api, '\n}\nexport type Api', (found) => `\n  ...${many}Api,${found}`)
  write(
    `apps/server/src/modules/${module}/${path}.ts`,
    `import { ${many}Api } from '@cloud-factory/contract/${module}/${path}'
import { ${many} } from '${declared}'
import { canChange, type Crud } from '../../platform/crud/crud.ts'
import { type CrudDeps, crudRoutes } from '../../platform/crud/crud-routes.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'

const crud: Crud<typeof ${many}, typeof ${many}Api> = {
  resource: ${many},
  sorts: { code: ['r.code'], name: ['r.name', 'r.code'] },
  view: (_row, { actor }) => ({ can: canChange(${many}, actor) }),
}

export const ${many}Routes = (deps: CrudDeps): Routes => routes(${many}Api, crudRoutes(deps, crud))
`,
  )
  const mount = `apps/server/src/modules/${module}/module.ts`
  edit(
    mount,
    /import [^]*? from '[^']+'\n/,
    (found) => `${found}import { ${many}Routes } from './${path}.ts'\n`,
  )
  edit(mount, 'routes: [', (found) => `${found}${many}Routes({ db, clock }), `)
}

function migration({ table }: Entity): void {
  const folder = 'apps/server/migrations'
  const last = readdirSync(join(root, folder)).toSorted().at(-1)?.slice(0, 4) ?? '0000'
  const name = `${String(Number(last) + 1).padStart(4, '0')}_${table}.sql`
  const text = `create table ${table} (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint ${table}_code_key unique (plant_id, code)
);
`
  write(`${folder}/${name}`, text)
  const hash = createHash('sha256').update(text).digest('hex')
  const landed = 'apps/server/test/landed-migrations.txt'
  write(landed, `${read(landed)}${hash}  ${name}\n`)
}

/** The same callers as those of the other entity. */
function rights({ path, like }: Entity): void {
  const file = 'apps/server/test/rights.txt'
  const lines = read(file)
    .split('\n')
    .flatMap((line) => {
      const [, start = '', end = '', rest = ''] =
        new RegExp(`^([A-Z]+ +/api/)${like.path}((?:/:id)?)( .*)$`).exec(line) ?? []
      if (start === '') return [line]
      const width = like.path.length + rest.length - rest.trimStart().length
      return [line, `${start}${path}${end}${' '.repeat(Math.max(1, width - path.length))}${rest.trimStart()}`]
    })
  write(file, lines.join('\n'))
}

const entity = entityOf()
for (const step of [declare, contract, migration, rights, page, dictionary]) step(entity)
const program = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
program('tools/dictionary-types.ts')
program('tools/table-types.ts')
const biome = join(root, 'node_modules/.bin/biome')
const changed = execFileSync('git', ['ls-files', '-mo', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
execFileSync(biome, ['format', '--write', ...changed.trim().split('\n')], { cwd: root, stdio: 'inherit' })
console.log('Add its fields: declaration, migration, labels, columns. Then: npm run check')
