import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Draft, draftStore } from './drafts.ts'

beforeAll(() => void vi.stubGlobal('IDBKeyRange', IDBKeyRange))

const draft = (point: number, more: Partial<Draft> = {}): Draft => ({
  inspectionId: '5',
  itemId: '11',
  pieceId: '70',
  point,
  state: 'typed',
  text: '40',
  was: null,
  instrumentId: null,
  ...more,
})
const texts = (drafts: readonly Draft[]) => drafts.map(({ point, text }) => [point, text])

test('looking for readings makes no database', async () => {
  const databases = new IDBFactory()
  expect(await draftStore(databases).list('7', '5')).toEqual([])
  expect(await databases.databases()).toEqual([])
})

test('what is typed stays over a reload, the last text of each field', async () => {
  const databases = new IDBFactory()
  const before = draftStore(databases)
  await before.put('7', draft(1))
  await before.put('7', draft(1, { text: '400', state: 'waits' }))
  await before.put('7', draft(2, { text: '4oo' }))
  const after = draftStore(databases)
  expect(texts(await after.list('7', '5'))).toEqual([
    [1, '400'],
    [2, '4oo'],
  ])
  expect((await after.list('7', '5'))[0]).toMatchObject({ state: 'waits', was: null })
})

test('each person and each inspection has its own', async () => {
  const store = draftStore(new IDBFactory())
  await store.put('7', draft(1))
  await store.put('8', draft(1, { text: '41' }))
  await store.put('7', draft(1, { inspectionId: '55', text: '42' }))
  expect(texts(await store.list('7', '5'))).toEqual([[1, '40']])
  expect(texts(await store.list('8', '5'))).toEqual([[1, '41']])
  expect(texts(await store.list('7', '55'))).toEqual([[1, '42']])
  expect(await store.list('9', '5')).toEqual([])
})

test('what was saved is forgotten, the rest stays', async () => {
  const store = draftStore(new IDBFactory())
  for (const point of [1, 2, 3]) await store.put('7', draft(point))
  await store.remove('7', '5', [draft(1), draft(3)])
  await store.remove('8', '5', [draft(2)])
  expect(texts(await store.list('7', '5'))).toEqual([[2, '40']])
})
