import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownAlarm } from './own-alarms.rules.ts'

test.each<[string, Record<string, unknown>, object | null]>([
  [
    'all of it',
    { code: 'E102', text: 'Torch collision', severity: 'critical', on: true },
    { code: 'E102', text: 'Torch collision', severity: 'critical', on: true },
  ],
  ['a number is a code', { code: 102, on: false }, { code: '102', text: '', severity: null, on: false }],
  [
    'words alone are their own code',
    { text: '  撞枪\n停机 ' },
    { code: '撞枪 停机', text: '撞枪 停机', on: null },
  ],
  ['a severity that is none', { code: 'x', severity: 'worst' }, { severity: null }],
  ['nothing', {}, null],
  ['nothing to show', { code: '\u0000', text: ' \u202e ' }, null],
  ['wrong kinds', { code: {}, text: ['x'], on: 'yes' }, null],
])('%s', (_, data, reported) => {
  const own = ownAlarm(data)
  if (reported === null) expect(own).toBeNull()
  else expect(own).toMatchObject(reported)
})

test('whatever is sent fits and can be kept', () => {
  const anything = fc.record({
    code: fc.anything(),
    text: fc.anything(),
    severity: fc.anything(),
    on: fc.anything(),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        anything,
        fc.record({ code: fc.string({ unit: 'binary' }), text: fc.string({ unit: 'binary' }) }),
      ),
      (data) => {
        const own = ownAlarm(data)
        if (own === null) return
        expect(own.code.length).toBeGreaterThan(0)
        expect(own.code.length).toBeLessThanOrEqual(40)
        expect(own.text.length).toBeLessThanOrEqual(200)
        expect(own.code + own.text).not.toMatch(/[\p{Cc}\p{Cs}]/u)
      },
    ),
  )
})
