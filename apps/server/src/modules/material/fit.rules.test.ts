import type { SteelShape } from '@cloud-factory/domain/material/material-enums'
import { expect, test } from 'vitest'
import { isAsGood, canCut } from './material.rules.ts'

test.each([
  ['Q355B', 'Q355B', true],
  ['Q355D', 'Q355B', true],
  ['Q355B', 'Q355D', false],
  ['Q355B-Z15', 'Q355B', true],
  ['Q355B', 'Q355B-Z15', false],
  ['Q355C-Z25', 'Q355C-Z15', true],
  ['Q390B', 'Q355B', false],
  ['Q235B', 'Q355B', false],
  ['Q355NB', 'Q355B', false],
  ['Q345GJC', 'Q345GJB', true],
  ['Q355D', 'Q355', true],
  ['Q355', 'Q355B', false],
  ['S355J2', 'S355JR', true],
  ['S355JR', 'S355J0', false],
  ['S355J2+N', 'S355J2+N', true],
  ['ｓ355 j2', 'S355J0', true],
  ['A992', 'A992', true],
  ['A572-50', 'A992', false],
])('steel of %s in the place of %s: %s', (supplied, required, isGood) => {
  expect(isAsGood(supplied, required)).toBe(isGood)
})

const plate = (thicknessMm: number): SteelShape => ({
  form: 'plate',
  kind: 'plate',
  heightMm: null,
  widthMm: null,
  thicknessMm,
  kgPerM: null,
})
const beam = (heightMm: number, kgPerM: number): SteelShape => ({
  form: 'section',
  kind: 'h',
  heightMm,
  widthMm: 200,
  thicknessMm: null,
  kgPerM,
})

test.each([
  ['a plate of its thickness', plate(16), plate(16), true],
  ['a thicker plate', plate(20), plate(16), 'lot.other_thickness'],
  ['a beam for a plate', beam(400, 66), plate(16), 'lot.other_form'],
  ['the same beam', beam(400, 66), beam(400, 65.6), true],
  ['a lighter beam', beam(400, 56.7), beam(400, 66), 'lot.other_profile'],
  ['what nobody knows', null, plate(16), true],
])('%s: %s', (_name, lot, part, verdict) => {
  const steel = { grade: 'Q355B', shape: lot, isConceded: false }
  expect(canCut(steel, { shape: part, grade: 'Q355B' })).toBe(verdict)
})

test('a lower grade is cut only by concession; where the list names no grade it is not asked', () => {
  const lot = { grade: 'Q235B', shape: plate(16), isConceded: false }
  const part = { shape: plate(16), grade: 'Q355B' }
  expect(canCut(lot, part)).toBe('lot.lower_grade')
  expect(canCut({ ...lot, isConceded: true }, part)).toBe(true)
  expect(canCut(lot, { ...part, grade: null })).toBe(true)
})
