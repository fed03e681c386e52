import { limitsOf, requiredSizes } from '@cloud-factory/contract/standards/limits.rules'
import { ruleProblems } from '@cloud-factory/contract/standards/rule-problems.rules'
import { standardsApi } from '@cloud-factory/contract/standards/standards'
import { expect, test } from 'vitest'
import type { ShippedItem } from './shipped-item.ts'
import { shippedStandards } from './shipped-standards.ts'

const itemInput = standardsApi['POST /api/editions/:id/items'].body

const rows = shippedStandards.flatMap(({ code, groups }) =>
  groups.flatMap(({ items, shapes, ...group }) =>
    shapes.flatMap((shape) => items.map((item) => ({ code, shape, item: { ...group, ...item } }))),
  ),
)

test('every shipped item is one that a person could have typed, and none says that it was checked', () => {
  expect(rows.length).toBeGreaterThan(100)
  for (const { code, shape, item } of rows) {
    const [zh, en, es] = item.names
    const name = `${code} ${shape} ${zh}`
    const { names: _names, ...rest } = item
    const usual = {
      class: 'general',
      nominalOf: null,
      optional: false,
      unit: 'mm',
      method: '',
      points: 1,
      sampling: '',
      source: '',
    }
    const typed = { version: 1, ...usual, ...rest, shape, names: { zh, en, es } }
    expect(itemInput.safeParse(typed).error, name).toBeUndefined()
    expect(ruleProblems(item.rule), name).toEqual([])
    expect(item.measures === 'size', name).toBe((item.nominalOf ?? null) !== null)
    expect(item.certainty, name).not.toBe('official')
  }
})

test('names are told apart within their shape, and every item gets limits once its sizes are known', () => {
  const known = new Set<string>()
  for (const { code, shape, item } of rows) {
    for (const name of item.names) expect(known.has(`${code} ${shape} ${name}`), name).toBe(false)
    for (const name of item.names) known.add(`${code} ${shape} ${name}`)
    const sizes = Object.fromEntries(requiredSizes(item.rule).map((size) => [size, '400']))
    expect(limitsOf(item.rule, 'other', sizes)).not.toHaveProperty('missing')
  }
})

test('at fit-up members are judged by the assembly table and by no item of the finished member', () => {
  const gb = rows.filter(({ code }) => code === 'GB 50205')
  for (const { shape, item } of gb.filter(({ item: { stages } }) => stages.includes('fit_up')))
    expect(item.stages, `${shape} ${item.names[1]}`).toEqual(['fit_up'])
  const namesAt = (shape: string) =>
    gb.flatMap((row) =>
      row.shape === shape && row.item.stages.includes('fit_up') ? [row.item.names[1]] : [],
    )
  for (const shape of ['welded_h', 'column_h', 'column_cross', 'beam'])
    expect(namesAt(shape)).toEqual(
      expect.arrayContaining([
        'Section height at fit-up',
        'Web offset at fit-up',
        'Flange squareness at fit-up',
        'Misalignment of butt joints',
      ]),
    )
  expect(namesAt('column_box')).toContain('Box squareness at fit-up')
})

test.each(['column_h', 'column_cross'])('flanges of a %s are squarer at joints than elsewhere', (shape) => {
  const { rule } = itemOf('GB 50205', shape, 'Flange squareness')
  const sizes = { b: '400' }
  expect(limitsOf(rule, 'joint', sizes)).toMatchObject({ lower: '-1.5', upper: '1.5' })
  expect(limitsOf(rule, 'other', sizes)).toMatchObject({ lower: '-3', upper: '3' })
  expect(limitsOf(rule, 'other', { b: '250' })).toMatchObject({ upper: '2.5' })
})

const itemOf = (code: string, shape: string, en: string): ShippedItem => {
  const found = rows.find((row) => row.code === code && row.shape === shape && row.item.names[1] === en)
  if (found === undefined) throw new Error(`${code} ${shape}: ${en}`)
  return found.item
}

// Numbers of GB 50205-2020 as secondary sources give them; EN 1090-2 (Steel Buildings in Europe, MSB07); AISC FAQ 3.1.2, 3.2.2.
test.each([
  ['GB 50205', 'welded_h', 'Section height', { h: '800' }, '-3', '3'],
  ['GB 50205', 'welded_h', 'Flange squareness', { b: '250' }, '-2.5', '2.5'],
  ['GB 50205', 'welded_h', 'Local web flatness', { tw: '6' }, '-4', '4'],
  ['GB 50205', 'welded_h', 'Local web flatness', { tw: '14' }, '-2', '2'],
  ['GB 50205', 'holes', 'Diameter of a class C hole', { d: '22' }, '0', '1'],
  ['GB 50205', 'holes', 'Tilt of the hole', { t: '20' }, '-0.6', '0.6'],
  ['GB 50205', 'holes', 'Pitch of end holes of adjacent groups', { pitch: '3000' }, '-2.5', '2.5'],
  ['GB 50205', 'column_h', 'Length of the column', { L: '9000' }, '-6', '6'],
  ['GB 50205', 'column_h', 'Length of the column', { L: '15000' }, '-8', '8'],
  ['GB 50205', 'column_box', 'Bow of the column', { L: '9000' }, '-5', '5'],
  ['GB 50205', 'beam', 'Length', { L: '10000' }, '-4', '4'],
  ['GB 50205', 'beam', 'Misalignment of butt joints', { t: '16' }, '-1.6', '1.6'],
  ['GB 50205', 'beam', 'Misalignment of butt joints', { t: '40' }, '-3', '3'],
  ['GB 50205', 'column_h', 'Bevel angle less its WPS value', {}, '-5', '10'],
  ['GB 50205', 'tube', 'Root gap less its WPS value, no backing', {}, '-2', '2'],
  ['GB 50205', 'truss', 'Root gap less its WPS value, steel backing', {}, '-2', '6'],
  ['GB 50205', 'welded_h', 'Section height at fit-up', { h: '1200' }, '-2', '2'],
  ['GB 50205', 'beam', 'Web offset at fit-up', {}, '-2', '2'],
  ['GB 50205', 'column_h', 'Flange squareness at fit-up', { b: '400' }, '-3', '3'],
  ['GB 50205', 'column_box', 'Box squareness at fit-up', { b: '400' }, '-2', '2'],
  ['GB 50205', 'column_box', 'Box squareness at fit-up', { b: '900' }, '-3', '3'],
  ['GB 50205', 'bracing', 'Length', { L: '6000' }, '-4', '4'],
  ['GB 50205', 'bracing', 'Bow', { L: '6000' }, '-6', '6'],
  ['GB 50205', 'bracing', 'Section size', {}, '-2', '5'],
  ['GB 50205', 'platform', 'Difference of diagonals', {}, '-6', '6'],
  ['GB 50205', 'stair', 'Bow along the stair', { L: '4000' }, '-4', '4'],
  ['GB 50205', 'railing', 'Distance of railing posts', {}, '-10', '10'],
  ['GB 50205', 'column_box', 'Twist of the assembled unit', { h: '800' }, '-4', '4'],
  ['GB 50205', 'beam', 'Span of the assembled unit', {}, '-10', '5'],
  ['GB 50205', 'truss', 'Camber of the unit, none specified', { L: '24000' }, '0', '12'],
  ['GB 50205', 'tube', 'Groove gap of the unit', {}, '-1', '2'],
  ['GB 50205', 'truss', 'Distance of the outermost holes', { span: '24000' }, '-7', '3'],
  ['GB 50205', 'truss', 'Distance of the outermost holes', { span: '24001' }, '-10', '5'],
  ['GB 50205', 'weld', 'Underfill, class 2', { t: '12' }, '-0.44', '0.44'],
  ['EN 1090-2 (1)', 'beam', 'Section height', { h: '1800' }, '-6', '6'],
  ['EN 1090-2 (2)', 'beam', 'Section height', { h: '900.5' }, '-2.001111', '2.001111'],
  ['EN 1090-2 (2)', 'beam', 'Flange squareness', { b: '200' }, '-3', '3'],
  ['EN 1090-2 (2)', 'beam', 'Length', { L: '12000' }, '-3.2', '3.2'],
  ['AWS D1.1', 'beam', 'Depth', { h: '1000' }, '-5', '5'],
  ['AWS D1.1', 'beam', 'Depth', { h: '1828.9' }, '-5', '8'],
  ['AWS D1.1', 'beam', 'Camber (AISC)', { L: '15240' }, '0', '12.7'],
  ['AWS D1.1', 'beam', 'Camber (AISC)', { L: '18288' }, '0', '15.875'],
])('%s, %s: %s for %j', (code, shape, name, sizes, lower, upper) => {
  expect(limitsOf(itemOf(code, shape, name).rule, 'other', sizes)).toMatchObject({ lower, upper })
})
