import { describe, expect, test } from 'vitest'
import { codeIn } from '../../shared/scan/code.rules.ts'
import { noKeys, withKey } from './wedge.rules.ts'

/** Types text with a pause between keys and answers the codes that came out. */
function typed(keys: readonly string[], pause: number): (string | null)[] {
  let wedge = noKeys
  return keys.map((key, at) => {
    const step = withKey(wedge, { key, at: 1000 + at * pause })
    wedge = step.wedge
    return step.code
  })
}

const keysOf = (text: string, ...more: readonly string[]) => [...text.split(''), ...more]

describe('a scanner that types', () => {
  test.each([
    ['fast keys and Enter', keysOf('CF1:1:ab', 'Enter'), 12, 'CF1:1:ab'],
    ['fast keys and Tab', keysOf('GL-1-1', 'Tab'), 30, 'GL-1-1'],
    ['with shift between', ['Shift', 'G', 'Shift', 'L', '-', '1', 'Enter'], 15, 'GL-1'],
    ['a person is slower', keysOf('GL-1-1', 'Enter'), 140, null],
    ['too short', ['a', 'b', 'Enter'], 10, null],
    ['Enter alone', ['Enter'], 10, null],
    ['blanks alone', [' ', ' ', ' ', ' ', 'Enter'], 10, null],
  ] as const)('%s', (_, keys, pause, code) => {
    expect(typed(keys, pause).at(-1)).toBe(code)
  })

  test('a pause begins anew', () => {
    let wedge = withKey(noKeys, { key: 'x', at: 0 }).wedge
    for (const [at, key] of keysOf('CF1:1:z').entries())
      wedge = withKey(wedge, { key, at: 500 + at * 10 }).wedge
    expect(withKey(wedge, { key: 'Enter', at: 575 }).code).toBe('CF1:1:z')
  })
})

describe('what to look up', () => {
  test.each([
    ['CF1:1:abc', 'CF1:1:abc'],
    ['  GL-1-1\r\n', 'GL-1-1'],
    ['\u001dGL-1-1\u0004', 'GL-1-1'],
    ['https://factory.example/order/work?code=CF1%3A1%3Aabc', 'CF1:1:abc'],
    ['https://factory.example/wx/transfer?a=1&code=GL-1+1#x', 'GL-1 1'],
    ['https://factory.example/?code=%E0%A4%A', 'https://factory.example/?code=%E0%A4%A'],
    ['', null],
    ['   ', null],
    ['x'.repeat(301), null],
  ])('%j → %j', (text, code) => {
    expect(codeIn(text)).toBe(code)
  })
})
