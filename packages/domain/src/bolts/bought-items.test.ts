import { describe, expect, test } from 'vitest'
import { designationOf, parseBought, parsePasted, placeOf, withExtra } from './bought-items.ts'

describe('bought parts are read from their names', () => {
  test.each([
    ['M20*60', {}, 'bolt', 'M20×60'],
    ['M24X85-10.9S', {}, 'set', 'M24×85 10.9S'],
    ['M20x70 GB/T1228-2006 10.9S', {}, 'set', 'M20×70 10.9S GB/T 1228'],
    ['扭剪型高强螺栓 M22×65', { grade: '10.9S' }, 'set', 'M22×65 10.9S'],
    ['HS M20*60 10.9', { type: 'HS' }, 'set', 'M20×60 10.9'],
    ['M20x80 ISO 4014 8.8', {}, 'bolt', 'M20×80 8.8 ISO 4014'],
    ['EN 14399-4 M24 x 100 10.9 HDG', {}, 'set', 'M24×100 10.9 EN 14399-4 HDG'],
    ['NUT_M20', {}, 'nut', 'M20'],
    ['M20', { lengthMm: 75, type: 'MB' }, 'bolt', 'M20×75'],
    ['M20', { lengthMm: 75, type: 'NU' }, 'nut', 'M20'],
    ['STUD19*100', {}, 'stud', '19×100'],
    ['栓钉φ19×100', {}, 'stud', '19×100'],
    ['AB-M36*900', {}, 'anchor', 'M36×900'],
    ['HS 0.75" x 2.5"', { grade: 'F1852' }, 'set', '0.75"×63.5 F1852'],
    ['BOLT3/4X2', {}, 'bolt', '3/4"×50.8'],
    ['Perno M20', {}, 'bolt', 'M20'],
    ['G325/30/100 钢格栅板', {}, 'other', 'G325/30/100 钢格栅板'],
    ['19W4', { type: 'GR', grade: 'A36' }, 'other', '19W4'],
  ] as const)('%s', (text, hint, kind, designation) => {
    const item = parseBought(text, hint)
    expect([item.kind, designationOf(item)]).toEqual([kind, designation])
  })

  test('a pasted table with and without mark and place; its header is left out', () => {
    const pasted = parsePasted('螺栓,数量\nM20*60 10.9S\t40\tGL-1\t工厂\nM16x50 8.8;12\n\nM20*60;0')
    expect(pasted.map((row) => [designationOf(row), row.quantity, row.mark, row.place])).toEqual([
      ['M20×60 10.9S', 40, 'GL-1', 'shop'],
      ['M16×50 8.8', 12, '', 'site'],
    ])
  })

  test.each([
    ['Field', 'site'],
    ['Shop', 'shop'],
    ['', 'site'],
  ] as const)('place %s', (remark, place) => expect(placeOf(remark)).toBe(place))

  test.each([
    [100, 3, 103],
    [10, 5, 11],
    [200, 0.5, 201],
    [1000, 1.1, 1011],
    [7, 0, 7],
  ])('%i with %f %%', (quantity, percent, all) => expect(withExtra(quantity, percent)).toBe(all))
})
