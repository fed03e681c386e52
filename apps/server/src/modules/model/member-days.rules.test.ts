import { expect, test } from 'vitest'
import {
  type DatedRoute,
  plannedChanges,
  type PlannedPiece,
  realChanges,
  type RecordedPiece,
} from './member-days.rules.ts'

/** Two steps of work, of which the second is inspected before it begins, a third one that accepts, packing, shipping, receipt. */
const after = ['in_process', 'to_inspect', 'in_process', 'accepted', 'packed', 'shipped', 'received'] as const
const route: DatedRoute = { statusAfter: (stepsDone) => after[stepsDone] ?? 'received', workSteps: 3 }
const report = (day: number, at: number, finishes = true) => ({ day, step: at, finishes })
const real = (more: Partial<RecordedPiece>) =>
  realChanges({ status: 'issued', releasedOn: 100, reports: [], site: [], stoppedOn: null, ...more }, route)

test.each([
  ['not released', { releasedOn: null, status: 'planned' }, []],
  ['released', {}, [[100, 'issued']]],
  ['begun before its release by the clock', { reports: [report(99, 0, false)] }, [[99, 'in_process']]],
  [
    'of several reports on a day the last counts, and what changes nothing is left out',
    { reports: [report(101, 0, false), report(102, 0), report(102, 1), report(105, 2), report(105, 3)] },
    [
      [100, 'issued'],
      [101, 'in_process'],
      [105, 'packed'],
    ],
  ],
  [
    'waits for an inspection',
    { reports: [report(101, 0), report(103, 1)] },
    [
      [100, 'issued'],
      [101, 'to_inspect'],
      [103, 'in_process'],
    ],
  ],
  [
    'a step reported for an earlier day than the one before it',
    { reports: [report(102, 3), report(104, 2)] },
    [
      [100, 'issued'],
      [102, 'packed'],
    ],
  ],
  [
    'erected, and taken down again',
    {
      reports: [report(110, 5)],
      site: [
        { day: 112, kind: 'erected' },
        { day: 115, kind: 'received' },
      ],
    },
    [
      [100, 'issued'],
      [110, 'received'],
      [112, 'erected'],
      [115, 'received'],
    ],
  ],
  [
    'stopped',
    { status: 'ncr_open', reports: [report(101, 0)], stoppedOn: 104 },
    [
      [100, 'issued'],
      [101, 'to_inspect'],
      [104, 'ncr_open'],
    ],
  ],
] as const)('real: %s', (_name, piece, changes) => {
  expect(real(piece as Partial<RecordedPiece>)).toEqual(changes)
})

const nothing: PlannedPiece = {
  issuedOn: null,
  startsOn: null,
  endsOn: null,
  requiredOn: null,
  erectsOn: null,
  transportDays: 2,
}
test.each([
  ['nothing', {}, []],
  ['only the due day of the order', { endsOn: 50 }, [[50, 'accepted']]],
  [
    'a production lot',
    { issuedOn: 20, startsOn: 30, endsOn: 50, requiredOn: 60 },
    [
      [20, 'issued'],
      [30, 'in_process'],
      [50, 'accepted'],
      [58, 'shipped'],
      [60, 'received'],
    ],
  ],
  [
    'an erection lot: it arrives on the day of its erection',
    { endsOn: 50, erectsOn: 70 },
    [
      [50, 'accepted'],
      [68, 'shipped'],
      [70, 'erected'],
    ],
  ],
  [
    'plans against each other: a later stage stays',
    { startsOn: 30, endsOn: 80, erectsOn: 70 },
    [
      [30, 'in_process'],
      [68, 'shipped'],
      [70, 'erected'],
    ],
  ],
] as const)('planned: %s', (_name, plan, changes) => {
  expect(plannedChanges({ ...nothing, ...plan }, route)).toEqual(changes)
})
