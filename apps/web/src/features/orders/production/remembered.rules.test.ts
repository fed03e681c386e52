import { describe, expect, test } from 'vitest'
import { nothingRemembered, rememberedIn } from './remembered.rules.ts'

describe('what is remembered', () => {
  test.each([[undefined], [null], ['text'], [[]], [{ crewId: 'x', worker: 7, hours: -1, sound: 'loud' }]])(
    '%j is as if never set',
    (stored) => {
      expect(rememberedIn(stored)).toEqual(nothingRemembered)
    },
  )

  test('comes back as it was', () => {
    const kept = { processId: '3', crewId: '12', worker: '张三', hours: 1.5, withEarlier: true, sound: false }
    expect(rememberedIn(structuredClone(kept))).toEqual(kept)
  })
})
