import { maxImportFileBytes, maxImportFiles } from '@cloud-factory/contract/order-import/order-imports'
import { expect, test } from 'vitest'
import { bytesText, maxFileBytes, maxFiles, sortFiles } from './upload.rules.ts'

test('the limits are those of the endpoint', () => {
  expect(maxFileBytes).toBe(maxImportFileBytes)
  expect(maxFiles).toBe(maxImportFiles)
})

test.each([
  ['list.XLS', 10, null],
  ['list.xlsx', maxFileBytes, null],
  ['构件清单.csv', 1, null],
  ['B-1.NC1', 1, null],
  ['parts.zip', 1, null],
  ['list.xlsx', maxFileBytes + 1, 'too_large'],
  ['list.txt', 0, 'empty'],
  ['drawing.PDF', 10, 'drawing'],
  ['model.ifc', 10, 'drawing'],
  ['notes.doc', 10, 'unknown_type'],
  ['xls', 10, 'unknown_type'],
])('%s of %i bytes: %s', (name, size, reason) => {
  const { good, refused } = sortFiles([{ name, size }])
  expect(good).toHaveLength(reason === null ? 1 : 0)
  expect(refused[0]?.reason ?? null).toBe(reason)
})

test('a file chosen twice is sent once', () => {
  const { good, refused } = sortFiles([
    { name: 'a.nc', size: 1 },
    { name: 'b.nc', size: 1 },
    { name: 'a.nc', size: 2 },
  ])
  expect(good.map(({ name }) => name)).toEqual(['a.nc', 'b.nc'])
  expect(refused).toEqual([{ file: { name: 'a.nc', size: 2 }, reason: 'twice' }])
})

test('what is over the number of files is named', () => {
  const files = Array.from({ length: maxFiles + 1 }, (_, at) => ({ name: `${at}.nc1`, size: 1 }))
  const { good, refused } = sortFiles(files)
  expect(good).toHaveLength(maxFiles)
  expect(refused).toEqual([{ file: files.at(-1), reason: 'too_many' }])
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1_600_000, '1.5 MB'],
  [20_971_520, '20 MB'],
])('%i bytes read as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))
