import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const migrations = join(root, 'migrations')
const landed = readFileSync(join(root, 'test/landed-migrations.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [hash: string, name: string])

const hashOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(migrations, name)))
    .digest('hex')

test('no migration that has landed is edited, renamed or deleted: databases out there have applied it', () => {
  const files = new Set(readdirSync(migrations))
  const now = landed.map(([, name]) => [files.has(name) ? hashOf(name) : 'missing', name])
  expect(now).toEqual(landed)
})

test('a new migration comes after all that have landed, and is on the list', () => {
  const listed = landed.map(([, name]) => name)
  expect(listed).toEqual(listed.toSorted())
  // Add it with: (cd apps/server/migrations && sha256sum 00NN_name.sql) >> apps/server/test/landed-migrations.txt
  expect(readdirSync(migrations).toSorted()).toEqual(listed)
})
