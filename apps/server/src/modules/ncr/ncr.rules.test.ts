import {
  type NcrDisposition,
  ncrAges,
  ncrDispositions,
  type NcrStatus,
} from '@cloud-factory/domain/ncr/ncr-enums'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ageOf,
  daysBetween,
  daysOfAge,
  canDispose,
  canRaise,
  type NcrFacts,
  ncrCan,
  type OpenNcr,
  statusOf,
} from './ncr.rules.ts'

const tags = ['quality.view', 'quality.inspect', 'quality.judge', 'quality.concession']
const who: Decider = { tags, alone: new Set(), own: new Set() }
const facts = (status: NcrStatus, overrides: Partial<NcrFacts> = {}): NcrFacts => ({
  status,
  disposition: status === 'open' ? null : 'rework',
  hasSubject: true,
  ...overrides,
})
const allowed = (ncr: NcrFacts, person = who) =>
  Object.entries(ncrCan(person, ncr))
    .filter(([, verdict]) => verdict === true)
    .map(([action]) => action)
    .join(' ')

test.each<[NcrStatus, string]>([
  ['open', 'edit dispose cancel photo'],
  ['dispositioned', 'edit approve reject cancel photo'],
  ['approved', 'edit start cancel photo'],
  ['executing', 'edit finish photo'],
  ['verify', 'edit verify photo'],
  ['closed', ''],
  ['cancelled', ''],
])('of one that is %s may be done: %s', (status, actions) => {
  expect(allowed(facts(status))).toBe(actions)
})

test('a concession has nothing to execute: it is verified once it is approved', () => {
  const approved = facts('approved', { disposition: 'concession' })
  expect(allowed(approved)).toBe('edit verify cancel photo')
  expect(ncrCan(who, approved).start).toBe('ncr.nothing_to_do')
})

test('a concession is approved by whoever may grant one', () => {
  const plain = { ...who, tags: tags.slice(0, 3) }
  const concession = facts('dispositioned', { disposition: 'concession' })
  expect(ncrCan(plain, concession).approve).toBe('ncr.needs_concession')
  expect(ncrCan(who, concession).approve).toBe(true)
  expect(ncrCan(plain, facts('dispositioned')).approve).toBe(true)
})

test('nobody verifies a report that they contributed to, unless one person may', () => {
  const own = new Set(['ncr_verify'] as const)
  expect(ncrCan({ ...who, own }, facts('verify')).verify).toBe('four_eyes.ncr_verify')
  expect(ncrCan({ ...who, own, alone: own }, facts('verify')).verify).toBe(true)
})

test.each(['rework', 'concession'] as const)(
  'nobody approves a %s of a report that they raised',
  (disposition) => {
    const own = new Set(['ncr_approve'] as const)
    const decided = facts('dispositioned', { disposition })
    expect(ncrCan({ ...who, own }, decided).approve).toBe('four_eyes.ncr_approve')
    expect(ncrCan(who, decided).approve).toBe(true)
    expect(ncrCan({ ...who, own, alone: own }, decided).approve).toBe(true)
  },
)

test('work under way is cancelled only when its pieces are gone', () => {
  expect(ncrCan(who, facts('executing')).cancel).toBe('ncr.under_way')
  expect(ncrCan(who, facts('verify', { hasSubject: false })).cancel).toBe(true)
})

test.each([
  [['order.report'], 'edit start photo', 'approved'],
  [['quality.inspect'], 'finish', 'executing'],
  [['quality.view'], '', 'open'],
] as const)('with %o: %s', (own, actions, status) => {
  const can = allowed(facts(status), { ...who, tags: [...own] })
  for (const action of actions.split(' ')) expect(can).toContain(action)
  if (actions === '') expect(can).toBe('')
  expect(ncrCan({ ...who, tags: [...own] }, facts('open')).dispose).toBe('permission.denied')
})

test.each<[string, OpenNcr[], string]>([
  ['none open', [], 'free'],
  ['one open', [{ status: 'open', disposition: null }], 'ncr_open'],
  ['one being reworked', [{ status: 'executing', disposition: 'rework' }], 'rework'],
  ['one being repaired', [{ status: 'executing', disposition: 'repair' }], 'rework'],
  ['one being returned', [{ status: 'executing', disposition: 'return' }], 'ncr_open'],
  ['one to be verified', [{ status: 'verify', disposition: 'rework' }], 'ncr_open'],
  [
    'one being reworked and one open',
    [
      { status: 'executing', disposition: 'rework' },
      { status: 'open', disposition: null },
    ],
    'ncr_open',
  ],
])('a piece with %s is %s', (_name, open, status) => {
  expect(statusOf(open)).toBe(status)
})

test('one more report never frees a piece', () => {
  const one = fc.record({
    status: fc.constantFrom<NcrStatus>('open', 'dispositioned', 'approved', 'executing', 'verify'),
    disposition: fc.constantFrom<NcrDisposition | null>(null, ...ncrDispositions),
  })
  const strictness = { free: 0, rework: 1, ncr_open: 2 }
  fc.assert(
    fc.property(fc.array(one, { maxLength: 5 }), one, (open, more) => {
      const before = strictness[statusOf(open)]
      const after = strictness[statusOf([...open, more])]
      return after >= before && after > 0
    }),
  )
})

test.each([
  ['planned', 'ncr.piece_planned'],
  ['packed', 'ncr.piece_packed'],
  ['scrapped', 'ncr.piece_gone'],
  ['superseded', 'ncr.piece_gone'],
  ['issued', true],
  ['ncr_open', true],
  ['shipped', true],
])('raised on a piece that is %s: %s', (status, verdict) => {
  expect(canRaise(status)).toBe(verdict)
})

test.each<[NcrDisposition, string[], number, number, unknown]>([
  ['repair', ['ncr_open'], 1, 2, true],
  ['repair', ['ncr_open'], 2, 2, 'ncr.repair_limit'],
  ['repair', ['ncr_open'], 0, 0, 'ncr.repair_limit'],
  ['rework', ['ncr_open'], 9, 2, true],
  ['scrap', ['ncr_open'], 9, 2, true],
  ['scrap', ['ncr_open', 'shipped'], 0, 2, 'ncr.piece_left'],
  ['scrap', [], 0, 2, 'ncr.no_pieces'],
  ['return', [], 0, 2, true],
])('%s of pieces %o after %i repairs of %i: %s', (disposition, statuses, repairs, limit, verdict) => {
  expect(canDispose(disposition, { statuses, repairs, limit })).toBe(verdict)
})

test('every number of days falls into exactly one age, and the ages are those of the list', () => {
  fc.assert(
    fc.property(fc.nat(2000), (days) => {
      const within = ncrAges.filter((age) => {
        const { from, to } = daysOfAge(age)
        return days >= from && (to === null || days <= to)
      })
      expect(within).toEqual([ageOf(days)])
    }),
  )
  expect([0, 7, 8, 30, 31, 90, 91].map(ageOf)).toEqual([
    'week',
    'week',
    'month',
    'month',
    'quarter',
    'quarter',
    'older',
  ])
})

test('days are whole and never negative', () => {
  expect(daysBetween(0, 86_399_999)).toBe(0)
  expect(daysBetween(0, 86_400_000)).toBe(1)
  expect(daysBetween(1000, 0)).toBe(0)
})
