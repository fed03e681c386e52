import { describe, expect, test } from 'vitest'
import {
  drawingKey,
  namedDrawing,
  outcomeOf,
  type TextAt,
  revisionRank,
  titleBlockDrawing,
} from './drawings.rules.ts'

const known = new Set(['B101', 'GC12', 'B101A', 'C7', 'GZ1主梁'].map(drawingKey))
const isKnown = (key: string) => known.has(key)

test.each([
  ['B-101_Rev2.pdf', 'B-101', '2'],
  ['B101Rev2.pdf', 'B101', '2'],
  ['b 101 rev. c.PDF', 'b 101', 'C'],
  ['C7-A.pdf', 'C7', 'A'],
  ['C7_B1.pdf', 'C7', 'B1'],
  ['B101-A.pdf', 'B101-A', ''],
  ['B101-B.pdf', 'B101', 'B'],
  ['GC-12(3).pdf', 'GC-12', '3'],
  ['GC-12（3）.pdf', 'GC-12', '3'],
  ['GC-12版本B.pdf', 'GC-12', 'B'],
  ['GC-12 柱脚 版本B.pdf', 'GC-12', 'B'],
  ['GC-12_B版.pdf', 'GC-12', 'B'],
  ['GC-12柱脚.pdf', 'GC-12', ''],
  ['GZ1主梁.pdf', 'GZ1主梁', ''],
  ['C-7 R3 Column.pdf', 'C-7', '3'],
  ['folder/C-7 Column.pdf', 'C-7', ''],
  ['C-7 V2.pdf', 'C-7', '2'],
  ['C-7 Revision 0 Column.pdf', 'C-7', '0'],
])('%s is drawing %s, revision “%s”', (name, drawingNo, revision) => {
  expect(namedDrawing(name, isKnown)).toEqual({ drawingNo, revision, isKnown: true })
})

test.each([
  ['X-900_Rev2.pdf', 'X-900', '2'],
  ['X-900-B.pdf', 'X-900', 'B'],
  ['scan0001.pdf', 'scan0001', ''],
  ['C-70.pdf', 'C-70', ''],
])('%s is proposed as %s, revision “%s”, but not known', (name, drawingNo, revision) => {
  expect(namedDrawing(name, isKnown)).toEqual({ drawingNo, revision, isKnown: false })
})

test('revisions: none, then letters, then numbers', () => {
  const order = ['', 'A', 'A1', 'B', 'Z', 'AA', '0', '1', '2', '10']
  expect([...order].reverse().sort((a, b) => (revisionRank(a) < revisionRank(b) ? -1 : 1))).toEqual(order)
  expect(revisionRank('01')).toBe(revisionRank('1'))
})

describe('title block', () => {
  const at = (text: string, x: number, y: number): TextAt => ({ text, x, y })
  test.each<[string, TextAt[], [string, string] | null]>([
    ['in one text', [at('DRAWING No. B-101', 0.8, 0.05), at('REV. C', 0.95, 0.05)], ['B-101', 'C']],
    [
      'beside its label',
      [
        at('C7', 0.1, 0.8),
        at('Dwg No.', 0.7, 0.1),
        at('B-101', 0.75, 0.1),
        at('Rev', 0.9, 0.1),
        at('2', 0.93, 0.1),
      ],
      ['B-101', '2'],
    ],
    ['below its label', [at('C7', 0.1, 0.8), at('图号', 0.7, 0.1), at('GC-12', 0.7, 0.08)], ['GC-12', '']],
    ['the only one', [at('GC-12', 0.1, 0.9), at('版次：B', 0.9, 0.1)], ['GC-12', 'B']],
    [
      'nearest to the corner',
      [at('C7', 0.2, 0.2), at('B-101', 0.9, 0.05), at('GC-12', 0.6, 0.3)],
      ['B-101', ''],
    ],
    ['several, none in the title block', [at('C7', 0.2, 0.9), at('B-101', 0.3, 0.9)], null],
    ['none', [at('Sheet 1', 0.9, 0.1)], null],
  ])('%s', (_, texts, expected) => {
    const found = titleBlockDrawing(texts, isKnown)
    expect(found && [found.drawingNo, found.revision]).toEqual(expected)
  })
})

describe('outcome of a file', () => {
  const base = {
    drawingNo: 'B-101',
    revision: 'B',
    sha256: 'b',
    isReadable: true,
    isKnown: true,
    isOfOther: false,
  }
  const b = { rank: revisionRank('B'), sha256: 'b' }
  test.each([
    ['matched', {}, []],
    ['new_revision', {}, [{ rank: revisionRank('A'), sha256: 'a' }]],
    ['same_file', {}, [b]],
    ['revision_differs', { sha256: 'other' }, [b]],
    ['older', { revision: 'A' }, [b]],
    ['other_order', { isKnown: false, isOfOther: true }, []],
    ['unmatched', { isKnown: false }, []],
    ['unmatched', { drawingNo: '--' }, []],
    ['unreadable', { isReadable: false }, []],
  ] as const)('%s', (outcome, facts, revisions) => {
    expect(outcomeOf({ ...base, ...facts }, revisions)).toBe(outcome)
  })
})
