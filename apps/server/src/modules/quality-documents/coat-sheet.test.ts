import type { CoatRow } from '@cloud-factory/contract/coating/coatings'
import { expect, test } from 'vitest'
import { coatSheet } from './coat-document.ts'
import type { SheetFrame } from './document-frame.ts'

const coat: CoatRow = {
  id: '1',
  no: 'CO-1',
  order: { id: '1', no: 'W-1' },
  spec: { id: '1', code: 'C3' },
  check: 'film',
  limits: { minUm: 200, maxUm: null, allowanceUm: 25, rule: 'spot', fire: null },
  status: 'pass',
  appliedAt: '2026-03-20T04:00:00.000Z',
  airC: 20,
  humidity: 50,
  substrateC: 18.5,
  dewPointC: 9.3,
  pieces: 1,
  measured: 1,
  sample: 1,
  note: '',
  judgedAt: '2026-03-20T04:00:00.000Z',
  judgedBy: 'B',
  createdBy: 'A',
  version: 1,
  can: { enter: true, judge: true, reopen: true, delete: true },
}
const frame = { language: 'en', plant: 'Plant', at: (at: string) => at } as unknown as SheetFrame
const textOf = (row: CoatRow, readings: string[][]) => {
  const piece = { id: '1', serial: 'GL-1-001', mark: 'GL-1', readings, verdict: 'pass' } as const
  return coatSheet({ coat: row, pieces: [piece] }, null, frame).blocks
}
const film = Array.from({ length: 5 }, () => ['210', '210', '210'])

test.each([
  ['spot', 'GB 50205: mean of a spot at most 25 μm below'],
  ['iso_19840', 'ISO 19840'],
  ['ninety_ten', '90-10 rule'],
] as const)('the report of a film says that it was judged by %s', (rule, words) => {
  expect(JSON.stringify(textOf({ ...coat, limits: { ...coat.limits, rule } }, film))).toContain(words)
})

test('a film with other numbers of readings than five spots of three has a line for each group of them', () => {
  const limits = { ...coat.limits, rule: 'iso_19840' } as const
  const groups = Array.from({ length: 6 }, () => ['210', '211', '209', '210', '210'])
  const table = textOf({ ...coat, limits }, groups).find((block) => block.kind === 'table')
  expect(table?.rows).toHaveLength(6)
  expect(table?.rows[5]).toEqual(['', '6', '210  211  209  210  210', '210', ''])
})

test('of a fire coating every section has a line with its readings and its mean', () => {
  const fire = { type: 'thick', designMm: 20 } as const
  const sections = [
    ['20', '21', '20', '21', '20', '21'],
    ['20', '20', '20', '20', '20', '20'],
    ['19', '20', '20', '20', '20', '20'],
  ]
  const blocks = textOf({ ...coat, check: 'fire', limits: { ...coat.limits, fire } }, sections)
  const table = blocks.find((block) => block.kind === 'table')
  expect(table?.rows).toEqual([
    ['GL-1-001', '1', '20  21  20  21  20  21', '20.5', 'accepted'],
    ['', '2', '20  20  20  20  20  20', '20', ''],
    ['', '3', '19  20  20  20  20  20', '19.83', ''],
  ])
})
