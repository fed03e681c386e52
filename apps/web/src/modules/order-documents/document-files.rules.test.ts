import {
  documentKinds,
  maxDocumentBytes as limit,
} from '@cloud-factory/contract/order-documents/order-documents'
import { expect, test } from 'vitest'
import {
  documentKindWords,
  kindOfFile,
  maxDocumentBytes,
  previewOf,
  errorOf,
} from './document-files.rules.ts'

test('kinds and limit are those of the contract', () => {
  expect([...documentKindWords]).toEqual([...documentKinds])
  expect(maxDocumentBytes).toBe(limit)
})

test.each([
  ['总图.pdf', 'drawing'],
  ['GL-1.dwg', 'drawing'],
  ['采购合同.pdf', 'contract'],
  ['Contrato 12.docx', 'contract'],
  ['技术要求.docx', 'specification'],
  ['IMG_0001.HEIC', 'photo'],
  ['list.xlsx', 'other'],
])('%s is most likely a %s', (name, kind) => {
  expect(kindOfFile(name)).toBe(kind)
})

test('what the server would refuse is not sent', () => {
  expect(errorOf({ size: 0 })).toBe('empty')
  expect(errorOf({ size: limit })).toBeNull()
  expect(errorOf({ size: limit + 1 })).toBe('too_large')
})

test.each([
  ['application/pdf', 'pdf'],
  ['image/png', 'picture'],
  ['image/svg+xml', null],
  ['image/heic', null],
  ['text/plain', 'text'],
  ['text/html', null],
])('%s is looked at as %s', (type, preview) => {
  expect(previewOf(type)).toBe(preview)
})
