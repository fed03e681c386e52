// Writes docs/licences.md: our direct dependencies with their licences. Reads installed packages only, without
// network access.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

interface PackageFile {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const read = (path: string): PackageFile => JSON.parse(readFileSync(join(root, path), 'utf8')) as PackageFile

/** Where a package is used: part of the app, at run time or only for development. */
const uses = new Map<string, Set<string>>()
const parts = {
  server: 'apps/server',
  browser: 'apps/web',
  contract: 'packages/contract',
  domain: 'packages/domain',
  dictionary: 'packages/dictionary',
  tools: '.',
}
for (const [part, folder] of Object.entries(parts)) {
  const { dependencies = {}, devDependencies = {} } = read(join(folder, 'package.json'))
  const note = (names: object, use: string) => {
    for (const name of Object.keys(names)) uses.set(name, (uses.get(name) ?? new Set()).add(use))
  }
  note(dependencies, part === 'tools' ? 'runtime' : part)
  note(devDependencies, `${part} (development)`.replace('tools (development)', 'development'))
}

const rows = [...uses]
  .filter(([name]) => !name.startsWith('@cloud-factory/'))
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, parts]) => {
    const { version = '', license } = read(join('node_modules', name, 'package.json'))
    if (license === undefined) throw new Error(`${name} names no licence in its package file`)
    return `| ${name} | ${version} | ${license} | ${[...parts].join(', ')} |`
  })

const text = `# Licences of the packages we depend on

Written by \`tools/licences.ts\` from the installed packages; run it again after changing a dependency. Packages that these
bring along are in \`package-lock.json\`.

| package | version | licence | used by |
|---|---|---|---|
${rows.join('\n')}
`
writeFileSync(join(root, 'docs/licences.md'), text)
console.log(`licences: ${rows.length} packages`)
