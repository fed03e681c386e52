import { expect, test } from 'vitest'
import { framesAfter } from './frames.rules.ts'

const text = JSON.stringify

test('a keyframe is all there is, a delta changes it', () => {
  const first = framesAfter({}, 'keyframe', text({ topic: 'machines', at: 1, items: { 1: 'a', 2: 'b' } }))
  expect(first).toEqual({ machines: { at: 1, items: { 1: 'a', 2: 'b' } } })
  const second = framesAfter(
    first,
    'delta',
    text({ topic: 'machines', at: 2, set: { 2: 'c', 3: 'd' }, gone: ['1'] }),
  )
  expect(second).toEqual({ machines: { at: 2, items: { 2: 'c', 3: 'd' } } })
  expect(first.machines?.items).toEqual({ 1: 'a', 2: 'b' })
  const third = framesAfter(second, 'keyframe', text({ topic: 'machines', at: 3, items: {} }))
  expect(third.machines?.items).toEqual({})
})

test('topics do not touch each other; other events change nothing', () => {
  const one = framesAfter({}, 'keyframe', text({ topic: 'alarms', at: 1, items: { 9: 1 } }))
  const both = framesAfter(one, 'delta', text({ topic: 'machines', at: 2, set: { 1: 1 }, gone: [] }))
  expect(both.alarms).toBe(one.alarms)
  expect(framesAfter(both, 'beat', '{"at":3}')).toBe(both)
  expect(framesAfter(both, undefined, 'x')).toBe(both)
})
