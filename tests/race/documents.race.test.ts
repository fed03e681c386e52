import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDocuments, addVersion } from '../../apps/server/src/modules/order-documents/save-documents.ts'
import {
  listDocuments,
  listVersions,
} from '../../apps/server/src/modules/order-documents/documents.queries.ts'
import { newOrder, newProject, now, planner } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { type FileStore, openFileStore } from '../../apps/server/src/platform/files/file-store.ts'
import { raceDatabase, rounds } from './race-database.ts'

// Two people upload at once. This needs several database connections, which the embedded database does not have.
const found = await raceDatabase('documents')
const db = found as Database

let folder: string
let files: FileStore
let order: string
let number = 0
beforeAll(async () => {
  if (found === null) return
  folder = await mkdtemp(join(tmpdir(), 'cf-race-'))
  files = openFileStore(folder)
  order = await newOrder(db, await newProject(db))
})
afterAll(async () => {
  if (found === null) return
  await rm(folder, { recursive: true, force: true })
})

/** An upload as the route passes it on: a new file that contains this text. */
async function upload(name: string, text: string) {
  const path = join(folder, `upload-${(number += 1)}`)
  const content = `%PDF-1.7 ${text}`
  await writeFile(path, content)
  return { field: 'files', name, path, bytes: Buffer.byteLength(content) }
}
const add = async (name: string, text: string) =>
  addDocuments({ db, files }, planner, order, 'drawing', [await upload(name, text)], now)
const next = async (id: string, text: string) =>
  addVersion({ db, files }, planner, id, [await upload(`${text}.pdf`, text)])
const named = async (name: string) => {
  const { items } = await listDocuments(db.reads, planner, order, { q: name })
  return items.filter((document) => document.name === name)
}
/** Oldest version first. */
const versions = async (id: string) =>
  (await listVersions(db.reads, planner.plantId, id, { sort: 'no' })).items

describe.skipIf(found === null).each(rounds)('round %i', (round) => {
  test('files of one name sent at once are one document; each is a version of its own', async () => {
    const name = `GL-${round}.pdf`
    const ends = await Promise.all(['a', 'b', 'c', 'd'].map((text) => add(name, `${round}${text}`)))
    const outcomes = ends.flatMap((added) => added.map(({ outcome }) => outcome)).sort()
    expect(outcomes).toEqual(['added', 'version', 'version', 'version'])
    const [document, ...others] = await named(name)
    expect(others).toEqual([])
    const stored = await versions(document?.id ?? '')
    expect(stored.map(({ no }) => no)).toEqual([1, 2, 3, 4])
    expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(4)
  })

  test('two versions uploaded at once are numbered one after the other; the same bytes are there once', async () => {
    const name = `GZ-${round}.pdf`
    await add(name, `first ${round}`)
    const id = (await named(name))[0]?.id ?? ''
    await Promise.all([next(id, `left ${round}`), next(id, `right ${round}`)])
    expect((await versions(id)).map(({ no }) => no)).toEqual([1, 2, 3])
    await Promise.all(['same', 'same', 'same'].map((text) => next(id, `${text} ${round}`)))
    expect((await versions(id)).map(({ no }) => no)).toEqual([1, 2, 3, 4])
  })
})

test.skipIf(found === null)('the log is a whole chain afterwards', async () => {
  expect(await verifyChain(db.reads, planner.plantId)).toMatchObject({ brokenAt: null })
})
