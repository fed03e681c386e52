import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentType } from './document-type.rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

const cases: [string, string, string | null][] = [
  ['plan.pdf', '%PDF-1.7\n', 'application/pdf'],
  ['plan.txt', '%PDF-1.7\n', 'application/pdf'],
  ['plan.pdf', '\xef\xbb\xbf\n%PDF-1.4', 'application/pdf'],
  ['photo.png', '\x89PNG\r\n\x1a\n....', 'image/png'],
  ['photo.JPG', '\xff\xd8\xff\xe0..JFIF', 'image/jpeg'],
  ['photo.webp', 'RIFF....WEBPVP8 ', 'image/webp'],
  ['photo.heic', '\0\0\0\x18ftypheic', 'image/heic'],
  ['clip.mp4', '\0\0\0\x18ftypisom', 'video/mp4'],
  ['plan.dwg', 'AC1032\0\0', 'image/vnd.dwg'],
  ['list.xlsx', 'PK\x03\x04..', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['models.zip', 'PK\x03\x04..', 'application/zip'],
  ['letter.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/msword'],
  ['notes.txt', '说明', 'text/plain'],
  ['plan.dxf', '  0\nSECTION\n', 'text/plain'],
  ['plan.pdf', 'MZ\x90\0', null],
  ['photo.png', '<html><script>', null],
  ['page.html', '<!doctype html>', null],
  ['drawing.svg', '<svg onload="x()">', null],
  ['run.sh', '#!/bin/sh', null],
  ['notes.txt', 'MZ\x90\0\x03', null],
  ['noending', 'words', null],
  ['.txt', '', 'text/plain'],
]
test.each(cases)('%s beginning with %j is %s', (name, head, type) => {
  expect(documentType(bytes(head), name)).toBe(type)
})

test('nothing that a browser would run gets a type it would be run by', () => {
  const harmless = /^(application\/(pdf|zip|x-|vnd\.|msword)|image\/(?!svg)|video\/mp4$|text\/plain$)/
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (head, name) => {
      const type = documentType(head, name)
      expect(type === null || harmless.test(type)).toBe(true)
    }),
  )
})
