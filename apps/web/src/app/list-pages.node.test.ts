import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

const routes = [
  'routes.tsx',
  ...readdirSync(join(import.meta.dirname, 'routes')).map((name) => `routes/${name}`),
]

/** Pages that a route loads as lists. */
const pages = routes.flatMap((file) => {
  const path = join(import.meta.dirname, file)
  const loads = readFileSync(path, 'utf8').matchAll(/lazyListPage\([^']*?import\('([^']+)'\)/g)
  return [...loads].map(([, page = '']) => join(dirname(path), page))
})

/** What a file imports at once, without what is only a type. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const imports = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  )
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || moduleRequest === null ? [] : [moduleRequest])),
  )
  return [...imports.map(({ moduleRequest }) => moduleRequest), ...exports].map(({ value }) => value)
}

/** Files with Ant Design that a page waits for. */
function waitedFor(page: string): string[] {
  const reached = new Set([page])
  const found: string[] = []
  // The set grows while it is walked.
  for (const file of reached) {
    for (const name of importsOf(file)) {
      if (name === 'antd' || name.startsWith('antd/')) found.push(file)
      if (name.startsWith('.') && /\.tsx?$/.test(name)) reached.add(join(dirname(file), name))
    }
  }
  return found
}

it('finds the pages of lists', () => {
  expect(pages.length).toBeGreaterThan(20)
})

it.each(pages)('%s waits for nothing of Ant Design', (page) => {
  expect(waitedFor(page)).toEqual([])
})
