import { expect, test } from 'vitest'
import { codesIn } from './code.rules.ts'

test('a pasted list is its codes, each once, without blanks', () => {
  expect(codesIn(' GL-1-001\r\nGL-1-002, GZ 3；GL-1-001\n\n')).toEqual(['GL-1-001', 'GL-1-002', 'GZ 3'])
  expect(codesIn('https://cf.local/order/work?code=CF1%3A1%3Aab\tGL-1')).toEqual(['CF1:1:ab', 'GL-1'])
  expect(codesIn(' , ;')).toEqual([])
})
