// The browser part of a new entity: its page, route, query key and texts.
import { globSync } from 'node:fs'
import { listKeyOf } from '../packages/domain/src/resource/resource.ts'
import { edit, type Entity, languages, namespaceOf, read, stop, type Texts, write } from './new-files.ts'
import { root } from './setup.mjs'

export function page(entity: Entity): void {
  const { path, many, type, module, file, like } = entity
  const declared = file.replace('packages/domain/src/', '@cloud-factory/domain/').replace('.ts', '')
  write(
    `apps/web/src/modules/${module}/${path}.page.tsx`,
    `import { ${many} } from '${declared}'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'

const columns = ['code', 'name', 'active'] as const

export function ${type}Page() {
  const { t } = useTranslation()
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.${many}')} />
      <ResourceList resource={${many}} columns={columns} />
    </div>
  )
}
`,
  )
  const block = new RegExp(`( *)\\{\\n\\1  path: '([^']+)'(?:(?!\\n\\1\\})[^])*?modules/${module}/`)
  const routes =
    globSync('apps/web/src/app/routes/*.tsx', { cwd: root }).find((one) => block.test(read(one))) ??
    stop(`no route leads to a page of ${module}`)
  edit(routes, block, (found) => {
    const [, , beside = ''] = block.exec(found) ?? []
    const address = `${beside.slice(0, beside.lastIndexOf('/'))}/${path}`
    pages(beside, address)
    return `{
    path: '${address}',
    name: '${type}',
    titleKey: '${many}',
    permission: '${like.view}',
    page: lazyPage(
      async () => (await import('../../modules/${module}/${path}.page.tsx')).${type}Page,
      '${namespaceOf(entity)}',
    ),
  },
${found}`
  })
  const keys = 'apps/web/src/shared/live/change-keys.rules.ts'
  const key = `'${listKeyOf(like)}'`
  const own = `'GET /api/${path}'`
  if (read(keys).includes(key))
    edit(keys, new RegExp(`    \\[[^\\n]*${key}\\],\\n|${key}`), (found) =>
      found === key ? `${key}, ${own}` : found + found.replace(key, own),
    )
}

/** The page is visited by the tests that visit all pages. */
export function pages(beside: string, address: string): void {
  const file = 'tests/support/pages.ts'
  if (read(file).includes(`  '${beside}',\n`))
    edit(file, `  '${beside}',\n`, (found) => `${found}  '${address}',\n`)
}

type Json = { [key: string]: string | Json }
const texts: Readonly<Record<keyof Texts, (name: string) => Readonly<Record<string, string>>>> = {
  en: (name) => ({
    add: `Add ${name.toLowerCase()}`,
    edit: `Edit ${name.toLowerCase()} {{name}}`,
    empty: 'No entries yet',
    create: `Added ${name.toLowerCase()}`,
    update: `Changed ${name.toLowerCase()}`,
    delete: `Deleted ${name.toLowerCase()}`,
  }),
  zh: (name) => ({
    add: `新建${name}`,
    edit: `修改${name} {{name}}`,
    empty: `还没有${name}`,
    create: `新建${name}`,
    update: `修改${name}`,
    delete: `删除${name}`,
  }),
  es: (name) => ({
    add: `Añadir ${name.toLowerCase()}`,
    edit: `Modificar ${name.toLowerCase()} {{name}}`,
    empty: 'Todavía no hay entradas',
    create: `Añadido: ${name.toLowerCase()}`,
    update: `Modificado: ${name.toLowerCase()}`,
    delete: `Eliminado: ${name.toLowerCase()}`,
  }),
}

export function dictionary(entity: Entity): void {
  const { many, table, subject, names } = entity
  for (const language of languages) {
    const name = names[language]
    const { add = '', edit: change = '', empty = '', ...actions } = texts[language](name)
    const put = (namespace: string, at: readonly string[], value: string | Json) => {
      const file = `packages/dictionary/src/${namespace}.${language}.json`
      const words = JSON.parse(read(file)) as Json
      const last = at.slice(0, -1).reduce<Json>((words_, key) => (words_[key] ??= {}) as Json, words)
      last[at.at(-1) ?? ''] = value
      write(file, `${JSON.stringify(words, null, 2)}\n`)
    }
    put(namespaceOf(entity), [many], { title: name, add, edit: change, empty })
    put('shell', ['route', many], name)
    put('audit', ['kind', subject], name)
    put('audit', ['action', table], actions)
  }
}
