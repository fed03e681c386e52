import { describe, expect, it } from 'vitest'
import { type Certificate, canUse, canWeld, type Procedure, type Task } from './weld.rules.ts'

const procedure: Procedure = {
  name: 'WPS-01 A',
  process: 'gmaw',
  materialGroup: 'II',
  thicknessMin: 3,
  thicknessMax: 24.5,
}
const certificate: Certificate = {
  process: 'gmaw',
  materialGroup: 'II',
  thicknessMin: 3,
  thicknessMax: null,
  validFrom: '2024-03-01',
  validUntil: '2026-02-28',
}
const task: Task = { no: 'GL-1-1 W1', thicknessMm: 12, procedure, day: '2026-02-28' }
const welder = (over: Partial<Certificate> = {}, active = true) => ({
  name: 'H01 王师傅',
  active,
  certificates: [{ ...certificate, ...over }],
})

describe('a procedure', () => {
  it.each([
    [2.9, false],
    [3, true],
    [24.5, true],
    [24.6, false],
    [0.1 + 0.2 + 2.7, true],
  ])('for %s mm: %s', (thicknessMm, fits) => {
    const verdict = canUse({ ...task, thicknessMm })
    if (fits) expect(verdict).toBe(true)
    else expect(verdict).toMatchObject({ reason: 'weld.wps_thickness', wps: 'WPS-01 A' })
  })
  it('may be left out', () => expect(canUse({ ...task, procedure: null, thicknessMm: 999 })).toBe(true))
})

describe('a welder may be named', () => {
  it('on the last day of the certificate', () => expect(canWeld(welder(), task)).toBe(true))
  it('with a certificate for stronger steels', () =>
    expect(canWeld(welder({ materialGroup: 'III' }), task)).toBe(true))
  it('without a procedure, by any process', () =>
    expect(canWeld(welder({ process: 'saw' }), { ...task, procedure: null })).toBe(true))
})

describe('a welder may not be named', () => {
  it.each([
    [
      'a day after it ended',
      welder(),
      { day: '2026-03-01' },
      { reason: 'welder.expired', until: '2026-02-28' },
    ],
    ['before it begins', welder(), { day: '2024-02-29' }, { reason: 'welder.not_qualified' }],
    ['for another process', welder({ process: 'saw' }), {}, { reason: 'welder.not_qualified' }],
    ['for weaker steels', welder({ materialGroup: 'I' }), {}, { reason: 'welder.not_qualified' }],
    ['for thinner plates', welder({ thicknessMax: 11.9 }), {}, { reason: 'welder.not_qualified' }],
    ['when inactive', welder({}, false), {}, { reason: 'welder.inactive' }],
    ['without a certificate', { ...welder(), certificates: [] }, {}, { reason: 'welder.not_qualified' }],
  ] as const)('%s', (_, who, over, domainError) =>
    expect(canWeld(who, { ...task, ...over })).toMatchObject(domainError),
  )

  it('names the last of several that ended', () => {
    const two = { ...welder(), certificates: [certificate, { ...certificate, validUntil: '2026-04-30' }] }
    expect(canWeld(two, { ...task, day: '2026-05-01' })).toMatchObject({ until: '2026-04-30' })
  })
})
