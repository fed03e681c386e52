import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileStore } from './file-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cf-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const file = async (bytes: Buffer) => {
  const path = join(folder, `sent-${randomBytes(4).toString('hex')}`)
  await writeFile(path, bytes)
  return path
}

test('a file comes back byte for byte under the hash of its content', async () => {
  const store = openFileStore(folder)
  const bytes = randomBytes(300_000)
  const stored = await store.put(await file(bytes))
  expect(stored).toEqual({ sha256: createHash('sha256').update(bytes).digest('hex'), bytes: 300_000 })
  expect((await store.bytes(stored.sha256)).equals(bytes)).toBe(true)
  expect((await buffer(store.stream(stored.sha256))).equals(bytes)).toBe(true)
})

test('the same bytes are kept once, also when sent at the same time', async () => {
  const store = openFileStore(folder)
  const paths = await Promise.all([1, 2, 3].map(() => file(Buffer.from('one'))))
  const stored = await Promise.all(paths.map((path) => store.put(path)))
  expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(1)
  const hash = stored[0]?.sha256 ?? ''
  expect(await readdir(join(folder, 'files', hash.slice(0, 2)))).toEqual([hash.slice(2)])
  expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([])
})

test('an empty file is a file', async () => {
  const store = openFileStore(folder)
  const { sha256, bytes } = await store.put(await file(Buffer.alloc(0)))
  expect(bytes).toBe(0)
  expect(await store.bytes(sha256)).toHaveLength(0)
})

test('what is no hash is no path', () => {
  expect(() => openFileStore(folder).stream('../../etc/passwd')).toThrow(TypeError)
})

test('an unknown hash is ENOENT', async () => {
  await expect(openFileStore(folder).bytes('0'.repeat(64))).rejects.toMatchObject({ code: 'ENOENT' })
})
