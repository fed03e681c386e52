import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (pattern: string) =>
  globSync(join(import.meta.dirname, pattern))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
const variables = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
const rules = (text: string, selector: string) => text.split(`${selector} {`)[1]?.split('}')[0] ?? ''

const wall = read('wall.css')
const sheets = `${read('*.css')}\n${read('../../shared/machine-states/machine-states.css')}`
// The page itself sets them.
const local = new Set(['--zoom', '--goal', '--k', '--row'])

test('every colour that the wall uses has a value in the usual theme, whatever the others leave out', () => {
  const usual = new Set(variables(sheets.replaceAll(/:root\[[^{]*\{[^}]*\}/g, ''), /(--[\w-]+):/g))
  const used = new Set(variables(sheets, /var\((--[\w-]+)\)/g))
  const missing = [...used].filter(
    (name) => !usual.has(name) && !local.has(name) && !name.startsWith('--type-'),
  )
  expect(missing).toEqual([])
  expect(used.size).toBeGreaterThan(20)
})

test.each(['graphite', 'day'])('the theme %s changes only colours that there are', (theme) => {
  const usual = new Set(variables(rules(wall, ':root'), /(--[\w-]+):/g))
  const own = variables(rules(wall, `:root[data-theme="${theme}"]`), /(--[\w-]+):/g)
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((name) => !usual.has(name))).toEqual([])
})
