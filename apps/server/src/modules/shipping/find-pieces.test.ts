import { expect, test } from 'vitest'
import { tagOf } from './packing.queries.ts'

const tag = '0f8fad5b-d9cb-469f-a165-70867728950e'

test.each([
  ['the text of a code', `CF1:1:${tag}`, tag],
  ['in capitals', `CF1:1:${tag.toUpperCase()}`, tag],
  ['a link that holds it', `https://factory.example/order/work?code=CF1%3A1%3A${tag}`, tag],
  ['another plant’s', `CF1:2:${tag}`, null],
  ['a serial', 'GL-1-001', null],
  ['cut short', `CF1:1:${tag.slice(0, 30)}`, null],
  ['no link at all', 'CF1:1:%E0%A4%A', null],
])('%s', (_name, text, found) => expect(tagOf(text, 1)).toBe(found))
