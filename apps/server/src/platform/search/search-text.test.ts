import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prefixPattern, searchPattern, searchText } from './search-text.ts'

const finds = (text: string, question: string) =>
  searchText(text).includes((searchPattern(question) ?? '%%').slice(1, -1).replaceAll(/\\(.)/g, '$1'))

test.each([
  ['市体育中心 Stadium', '体育', true],
  ['市体育中心 Stadium', '育中心 st', true],
  ['市体育中心 Stadium', '体中', false],
  ['ＧＫＺ－１０１', 'gkz-10', true],
  ['100% done', '0%', true],
  ['a_b', 'a_', true],
  ['axb', 'a_', false],
])('%s is found by %s: %s', (text, question, found) => {
  expect(finds(text, question)).toBe(found)
})

test('fields do not run into each other', () => {
  expect(finds(searchText('P-1', '中心'), '1 中')).toBe(false)
})

test('an empty question asks nothing', () => {
  expect(searchPattern('  ')).toBeNull()
  expect(searchText(null, '', 'a')).toBe('a')
})

test('every infix of a Chinese text finds it', () => {
  const chinese = fc.array(fc.constantFrom(...Array.from('钢结构体育中心厂房')), {
    minLength: 2,
    maxLength: 12,
  })
  fc.assert(
    fc.property(chinese, fc.nat(), fc.nat(), (letters, from, length) => {
      const start = from % letters.length
      const infix = letters.slice(start, start + 1 + (length % letters.length)).join('')
      return finds(letters.join(''), infix)
    }),
  )
})

test('a prefix pattern takes wildcards as letters', () => {
  expect(prefixPattern(' 50%_\\ ')).toBe('50\\%\\_\\\\%')
})
