import { inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { expect, test } from 'vitest'
import { shippedStandards } from '../standards/shipped/shipped-standards.ts'
import { shapesOf, stageOfProcess } from './inspections.rules.ts'

const mark = (kind: string, profile = 'H400*200*8*13') => ({ kind, profile, lengthMm: 6000 })
const gb = shippedStandards.find(({ code }) => code === 'GB 50205')
const hasForm = (shape: string, stage: (typeof inspectionStages)[number]) =>
  gb?.groups.some(
    ({ shapes, stages, items }) =>
      shapes.some((one) => one === shape) &&
      items.some((item) => item.optional !== true && (item.stages ?? stages).includes(stage)),
  )

test.each([
  ['brace', 'L75*6', 'bracing'],
  ['purlin', 'C200*70*20*2.5', 'bracing'],
  ['stair', 'PL8*200', 'stair'],
  ['handrail', 'PIP48*3', 'railing'],
  ['column', 'BOX600*600*20*20', 'column_box'],
  ['beam', 'H400*200*8*13', 'beam'],
])('%s of %s: %s, with a form after welding and at the end', (kind, profile, shape) => {
  const [first] = shapesOf(mark(kind, profile), 'after_weld', 'DimInspected')
  expect(first).toBe(shape)
  for (const stage of ['fit_up', 'after_weld', 'final'] as const) expect(hasForm(shape, stage)).toBe(true)
})

test('trial assembly is a stage of its own, with forms for columns, beams, trusses and tubes', () => {
  expect(stageOfProcess('PreAssemblied')).toBe('trial_assembly')
  for (const [kind, profile] of [
    ['column', 'H400*400*13*21'],
    ['beam', 'H400*200*8*13'],
    ['truss', 'PIP219*8'],
    ['other', 'PIP219*8'],
  ] as const) {
    const [first = ''] = shapesOf(mark(kind, profile), 'trial_assembly', 'PreAssemblied')
    expect(hasForm(first, 'trial_assembly')).toBe(true)
  }
})
