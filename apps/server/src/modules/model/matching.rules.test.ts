import { describe, expect, test } from 'vitest'
import { changesOf, matchMembers, type MemberBefore, type MemberFacts, outcomeOf } from './matching.rules.ts'

const member = (
  position: number,
  mark: string,
  x = position,
  more: Partial<MemberFacts> = {},
): MemberFacts => ({
  position,
  guid: `g${position}`,
  mark,
  box: [x, 0, 0, x + 1, 1, 1],
  shape: 's',
  ...more,
})
const before = (facts: MemberFacts, found: Partial<MemberBefore> = {}): MemberBefore => ({
  markId: null,
  pieceId: null,
  source: null,
  ...facts,
  ...found,
})
const marks = [
  { id: 1, mark: 'B-101', pieces: [11, 12] },
  { id: 2, mark: 'C-1', pieces: [21] },
]
const found = (members: readonly MemberFacts[], old: readonly MemberBefore[] = []) =>
  matchMembers(members, marks, old).map(({ markId, pieceId, source }) => [markId, pieceId, source])

describe('matching', () => {
  test('by mark, however it is written; pieces go to members from below', () => {
    const low = member(0, 'b101', 5)
    const high = member(1, 'B 101', 5, { box: [0, 0, 9, 1, 1, 10] })
    expect(found([high, low].map((one, position) => ({ ...one, position })))).toEqual([
      [1, 12, 'mark'],
      [1, 11, 'mark'],
    ])
  })

  test('more members than pieces: the rest has none', () => {
    expect(found([member(0, 'C-1'), member(1, 'C-1'), member(2, 'X')])).toEqual([
      [2, 21, 'mark'],
      [2, null, 'mark'],
      [null, null, null],
    ])
  })

  test('a member keeps its piece over revisions, wherever it is now', () => {
    const old = [before(member(0, 'B-101'), { markId: 1, pieceId: 12, source: 'mark' })]
    expect(found([member(5, 'B-101', 0), member(0, 'B-101', 99)], old)).toEqual([
      [1, 11, 'mark'],
      [1, 12, 'mark'],
    ])
  })

  test('a new mark is found by its GUID, and what a person chose stays', () => {
    const old = [
      before(member(0, 'C-1'), { markId: 2, pieceId: 21, source: 'mark' }),
      before(member(1, 'K7'), { markId: 1, pieceId: 11, source: 'hand' }),
    ]
    expect(found([member(0, 'C-9'), member(7, 'K7')], old)).toEqual([
      [2, 21, 'guid'],
      [1, 11, 'hand'],
    ])
  })

  test('two members with one GUID do not share a piece', () => {
    const twice = [member(0, 'B-101'), member(1, 'B-101', 4, { guid: 'g0' })]
    const old = [before(member(0, 'B-101'), { markId: 1, pieceId: 12, source: 'mark' })]
    expect(found(twice, old)).toEqual([
      [1, 12, 'mark'],
      [1, 11, 'mark'],
    ])
  })

  test('outcomes compare members with pieces', () => {
    const outcome = (members: number, pieces: number | null) => outcomeOf({ members, pieces })
    expect([outcome(2, 2), outcome(3, 2), outcome(1, 2), outcome(1, null), outcome(0, 2)]).toEqual([
      'matched',
      'surplus',
      'short',
      'unmatched',
      'not_in_model',
    ])
  })
})

describe('changes since the model before', () => {
  const old = [before(member(0, 'A')), before(member(1, 'B')), before(member(2, 'C')), before(member(3, 'D'))]

  test('are found by GUID: same, moved, changed, added, removed', () => {
    const members = [member(0, 'A'), member(1, 'B', 3), member(2, 'C', 2, { shape: 'other' }), member(9, 'E')]
    expect(changesOf(members, old, [0, 0, 0])).toEqual({
      changes: ['same', 'moved', 'changed', 'added'],
      removed: [3],
    })
  })

  test('new GUIDs in the same places, and another origin, are no change', () => {
    const members = old.map(({ guid, box, ...one }) => ({
      ...one,
      guid: `new ${guid}`,
      box: box.map((value, at) => (at % 3 === 0 ? value - 100 : value)),
    }))
    expect(changesOf(members, old, [100, 0, 0])).toEqual({
      changes: ['same', 'same', 'same', 'same'],
      removed: [],
    })
  })
})
