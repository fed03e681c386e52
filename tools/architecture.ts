// Draws the import graph of folders in docs/architecture.md from the sources, and rewrites the page. With --check it
// changes nothing and fails if the picture is out of date.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const root = dirname(import.meta.dirname)
const page = join(root, 'docs/architecture.md')
const begin = '<!-- the picture: written by tools/architecture.ts -->'
const end = '<!-- end of the picture -->'

const domain = 'packages/domain/src'
const contract = 'packages/contract/src'
const dictionary = 'packages/dictionary/src'
const server = 'apps/server/src'
const web = 'apps/web/src'

const groups = [
  { title: 'Browser', folder: web },
  { title: 'Contract', folder: contract },
  { title: 'Domain', folder: domain },
  { title: 'Dictionary', folder: dictionary },
  { title: 'Server', folder: server },
]

/** The folder that a source file belongs to: its module, otherwise its layer. */
function folderOf(path: string): string {
  const module = /^(apps\/\w+\/src\/modules\/[^/]+)\//.exec(path)
  if (module?.[1] !== undefined) return module[1]
  for (const folder of [contract, domain, dictionary]) if (path.startsWith(folder)) return folder
  const room = /^(apps\/\w+\/src\/(?:app|platform|shared))\//.exec(path)
  // Files outside the layers (main.ts, transfer.ts) start what app/ builds.
  return room?.[1] ?? `${path.startsWith(web) ? web : server}/app`
}

/** Paths of our own files that a file imports, without packages. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found = text.matchAll(/(?:from |import\(|import )'([^']+)'/g)
  return [...found].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [join(dirname(path), name).split(sep).join('/')]
    const [, ours] = /^@cloud-factory\/(contract|domain|dictionary)\//.exec(name) ?? []
    return ours === undefined ? [] : [`packages/${ours}/src/x.ts`]
  })
}

const isTest = /\.test\.tsx?$|\.fixtures\.tsx?$/
const sources = groups
  .flatMap(({ folder }) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !isTest.test(path))

/** Arrows to these folders carry no information. */
const usedByAll = /\/(platform|shared)$|^packages\//
const edges = new Set<string>()
const folders = new Set<string>()
for (const path of sources) {
  const from = folderOf(path)
  folders.add(from)
  for (const imported of importsOf(path)) {
    // Other files, such as package.json, do not count as a folder.
    const to = imported.endsWith('.json') || imported.endsWith('.css') ? from : folderOf(imported)
    if (to !== from && !usedByAll.test(to) && !from.endsWith('/app')) edges.add(`${from} ${to}`)
  }
}

const idOf = (folder: string): string => folder.replace(/^(apps|packages)\//, '').replace(/\W+/g, '_')
const nameOf = (folder: string): string =>
  /^packages\/(\w+)/.exec(folder)?.[1] ?? folder.replace(/^.*\/src\/?/, '')

function picture(): string {
  const boxes = groups.flatMap(({ title, folder }) => [
    `  subgraph ${title}`,
    ...[...folders]
      .filter((name) => name === folder || name.startsWith(`${folder}/`))
      .sort()
      .map((name) => `    ${idOf(name)}["${nameOf(name)}"]`),
    '  end',
  ])
  const arrows = [...edges].sort().map((edge) => `  ${edge.split(' ').map(idOf).join(' --> ')}`)
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n')
}

const text = readFileSync(page, 'utf8')
const [before, rest = ''] = text.split(begin)
const [, after] = rest.split(end)
if (before === undefined || after === undefined) throw new Error(`${page} has no place for the picture`)
const fresh = `${before}${begin}\n${picture()}\n${end}${after}`

if (!process.argv.includes('--check')) writeFileSync(page, fresh)
else if (fresh !== text) {
  console.error('The picture in docs/architecture.md is old: node tools/architecture.ts')
  process.exit(1)
}
console.log(`architecture: ${folders.size} folders, ${edges.size} arrows`)
