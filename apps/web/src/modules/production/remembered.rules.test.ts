import { describe, expect, test } from 'vitest'
import { machineOf, nothingRemembered, rememberedIn, withMachine } from './remembered.rules.ts'

describe('what is remembered', () => {
  test.each([[undefined], [null], ['text'], [[]], [{ crewId: 'x', worker: 7, hours: -1, sound: 'loud' }]])(
    '%j is as if never set',
    (stored) => {
      expect(rememberedIn(stored)).toEqual(nothingRemembered)
    },
  )

  test('comes back as it was', () => {
    const kept = {
      processId: '3',
      crewId: '12',
      worker: '张三',
      hours: 1.5,
      withEarlier: true,
      sound: false,
      machines: { '3': '7' },
    }
    expect(rememberedIn(structuredClone(kept))).toEqual(kept)
  })

  test('a machine is remembered for its process alone, until it is taken away', () => {
    const cutting = { ...nothingRemembered, machines: withMachine(nothingRemembered, '3', '7') }
    expect([machineOf(cutting, '3'), machineOf(cutting, '4'), machineOf(cutting, null)]).toEqual([
      '7',
      null,
      null,
    ])
    expect(withMachine(cutting, '3', null)).toEqual({})
    expect(rememberedIn({ machines: { '3': '7', x: '8', '5': 9 } }).machines).toEqual({ '3': '7' })
  })
})
