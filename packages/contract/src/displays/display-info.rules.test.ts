import { describe, expect, test } from 'vitest'
import type { DisplayInfo } from './display-info.ts'
import { infoProblems } from './display-info.rules.ts'

const words = { zh: '一', en: 'one', es: 'uno' }
const empty: DisplayInfo = {
  names: words,
  slogan: words,
  logo: null,
  safetySince: null,
  duty: { name: '', phone: '' },
  masking: { customers: 'initial', projects: 'full' },
  targets: [],
  notices: [],
  honours: [],
  plan: { widthM: 140, depthM: 100 },
  underlay: null,
  workshops: [],
  machines: [],
}
const box = (xM: number, yM: number, widthM = 10, depthM = 5) => ({ xM, yM, widthM, depthM })
const problems = (change: Partial<DisplayInfo>) =>
  infoProblems({ ...empty, ...change }).map(({ path, reason }) => `${path} ${reason}`)

describe('what keeps a draft from being published', () => {
  test('nothing, for an empty one', () => {
    expect(problems({})).toEqual([])
  })

  test('a notice that ends before it begins, or says nothing', () => {
    const notice = { text: words, from: '2026-05-10', until: '2026-05-10', urgent: false }
    expect(
      problems({
        notices: [
          notice,
          { ...notice, until: '2026-05-09' },
          { ...notice, text: { ...words, zh: '' } },
          { ...notice, until: null },
        ],
      }),
    ).toEqual(['notices.1.until display.ends_before', 'notices.2.text display.no_text'])
  })

  test('a target twice', () => {
    const target = { month: '2026-05', processId: '1', tonnes: '100' }
    expect(
      problems({ targets: [target, { ...target, month: '2026-06' }, { ...target, tonnes: '1' }] }),
    ).toEqual(['targets.2 display.twice'])
  })

  test.each([
    ['side by side', box(10, 0), []],
    ['a centimetre over', box(9.99, 0), []],
    ['over', box(9.9, 0), ['workshops.1 display.overlaps']],
    ['inside', box(2, 1, 3, 2), ['workshops.1 display.overlaps']],
    ['below', box(0, 5), []],
  ])('workshops %s', (_, second, expected) => {
    const workshops = [box(0, 0), second].map((one, place) => ({ workshopId: String(place + 1), ...one }))
    expect(problems({ workshops })).toEqual(expected)
  })

  test('a machine placed twice, on top of itself', () => {
    const machine = { machineId: '7', ...box(0, 0) }
    expect(problems({ machines: [machine, machine] })).toEqual([
      'machines.1 display.twice',
      'machines.1 display.overlaps',
    ])
  })

  test('a machine that the simulated site has where another stands', () => {
    const machines = ['7', '8'].map((machineId) => ({ machineId, ...box(0, 0) }))
    expect(problems({ machines })).toEqual(['machines.1 display.overlaps'])
    expect(infoProblems({ ...empty, machines }, new Set(['8']))).toEqual([])
  })

  test.each([
    ['at the edge', box(130, 95), []],
    ['beyond the right edge', box(130.5, 0), ['machines.0 display.outside']],
    ['below the lower edge', box(0, 96), ['machines.0 display.outside']],
  ])('a machine %s of the plan', (_, place, expected) => {
    expect(problems({ machines: [{ machineId: '7', ...place }] })).toEqual(expected)
  })
})
