import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { env } from './config.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/settings.md'), 'utf8')
/** Rows of the table: the names of the settings, and their default. */
const rows = [...page.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)].map(([, names = '', standard = '']) => ({
  names: names.split(', ').map((name) => name.replaceAll('`', '')),
  standard,
}))

test('docs/settings.md lists every setting once', () => {
  expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(env.shape).toSorted())
})

test('docs/settings.md says the defaults of the program', () => {
  const defaults: Readonly<Record<string, unknown>> = env.parse({})
  for (const { names, standard } of rows) {
    for (const name of names.filter((each) => defaults[each] !== undefined)) {
      const value = defaults[name]
      const text = typeof value === 'boolean' ? String(Number(value)) : String(value)
      expect(standard, name).toBe(`\`${text}\``)
    }
  }
})
