import { describe, expect, it } from 'vitest'
import { type InspectionAction, inspectionActions } from '../modules/inspection/inspection-actions.rules.ts'
import { repairActions } from '../modules/maintenance/repair-actions.rules.ts'
import { type NcrAction, ncrActions } from '../modules/ncr/ncr-actions.rules.ts'
import { pieceActions } from '../modules/production/piece-actions.rules.ts'
import { alarmActions } from '../modules/alarms/alarm-actions.rules.ts'
import { machineActions } from '../modules/machines/machine-actions.rules.ts'
import { orderActions } from '../modules/orders/order-actions.rules.ts'
import {
  type DeliveryAct,
  deliveryActions,
  packageActions,
} from '../modules/shipping/shipping-actions.rules.ts'
import { requestActions, weldActions } from '../modules/welding/welding-actions.rules.ts'
import { placeActions, type RecordActions } from '../shared/ui/record-actions.rules.ts'

/** `can` of a record: everything is allowed, except what is named with its reason. */
const can = <Key extends string>(keys: readonly Key[], refused: Partial<Record<Key, string>> = {}) =>
  Object.fromEntries(keys.map((key) => [key, refused[key] ?? true])) as Record<Key, true | string>

/** `next | beside, … | more, …` */
const layout = ({ next, beside, more }: RecordActions<string>) =>
  [next?.action ?? '', ...[beside, more].map((offers) => offers.map(({ action }) => action).join(' '))].join(
    ' | ',
  )

describe('the next step of a record', () => {
  it('is the first one that the person may take; another one stands beside it', () => {
    const all = { a: true, b: true, c: 'later' } as const
    expect(layout(placeActions(all, { next: ['c', 'b', 'a'] }))).toBe('b | a | ')
  })

  it('stays with its reason when the person may take none, so that the page says what it waits for', () => {
    const none = { a: 'permission.denied', b: 'four_eyes.x' }
    expect(placeActions(none, { next: ['a', 'b'], more: ['b'] })).toEqual({
      next: { action: 'a', allowed: 'permission.denied' },
      beside: [],
      more: [{ action: 'b', allowed: 'four_eyes.x' }],
    })
  })
})

describe('orders', () => {
  const moves = ['confirm', 'release', 'hold', 'resume', 'close', 'reopen', 'cancel', 'delete'] as const
  const keys = [...moves, 'edit', 'import'] as const
  const elsewhere = (...allowed: readonly (typeof moves)[number][]) =>
    can(
      keys,
      Object.fromEntries(
        moves.filter((move) => !allowed.includes(move)).map((move) => [move, 'order.wrong_state']),
      ),
    )

  it.each([
    ['draft', ['confirm', 'cancel', 'delete'], 'confirm | edit import print | reopen cancel delete copy'],
    [
      'confirmed',
      ['release', 'reopen', 'cancel'],
      'release | edit import print | confirm reopen cancel delete copy',
    ],
    ['in_production', ['hold'], ' | edit import print | confirm hold reopen cancel delete copy'],
    ['on_hold', ['resume'], 'resume | edit import print | confirm reopen cancel delete copy'],
    ['shipped', ['close'], 'close | edit import print | confirm reopen cancel delete copy'],
    ['closed', [], ' | edit import print | confirm reopen cancel delete copy'],
  ] as const)('%s', (status, allowed, expected) => {
    expect(layout(orderActions({ status, can: elsewhere(...allowed) }, true))).toBe(expected)
  })

  it('offers no copy to people who create no orders', () => {
    expect(layout(orderActions({ status: 'closed', can: elsewhere() }, false))).not.toContain('copy')
  })
})

describe('non-conformance reports', () => {
  const keys: readonly (NcrAction | 'photo')[] = [
    'edit',
    'dispose',
    'approve',
    'reject',
    'start',
    'finish',
    'verify',
    'cancel',
    'photo',
  ]
  const of = (
    status: Parameters<typeof ncrActions>[0]['status'],
    refused = {},
    disposition: 'rework' | 'concession' = 'rework',
  ) => layout(ncrActions({ status, disposition, can: can(keys, refused) }))

  it('each state has its step; the other decision stands beside it', () => {
    expect(of('open')).toBe('dispose |  | edit cancel')
    expect(of('dispositioned')).toBe('approve | reject | edit cancel')
    expect(of('approved')).toBe('start |  | edit cancel')
    expect(of('executing')).toBe('finish |  | edit cancel')
    expect(of('verify')).toBe('verify |  | edit cancel')
    expect(of('closed')).toBe(' |  | ')
    expect(of('cancelled')).toBe(' |  | ')
  })

  it('a concession has no work to begin', () => {
    expect(of('approved', {}, 'concession')).toBe('verify |  | edit cancel')
  })

  it('begun work can be withdrawn only by those who may', () => {
    expect(of('executing', { cancel: 'permission.denied' })).toBe('finish |  | edit')
  })
})

describe('deliveries', () => {
  const keys: readonly (DeliveryAct | 'loadPackages' | 'weigh' | 'find')[] = [
    'edit',
    'loadPackages',
    'weigh',
    'load',
    'unload',
    'send',
    'recall',
    'receive',
    'find',
    'delete',
  ]
  const of = (status: Parameters<typeof deliveryActions>[0]['status'], packages = 3) =>
    layout(deliveryActions({ status, packages, can: can(keys) }))

  it('each state has its step, and the step back in the menu', () => {
    expect(of('draft')).toBe('load | edit print | delete')
    expect(of('loaded')).toBe('send | edit print | unload')
    expect(of('sent')).toBe('receive | print | recall')
    expect(of('received')).toBe(' | print | ')
  })

  it('an empty one has nothing to print', () => {
    expect(of('draft', 0)).toBe('load | edit | delete')
  })
})

describe('packages', () => {
  const keys = ['edit', 'pack', 'close', 'reopen', 'delete', 'load'] as const
  const of = (status: Parameters<typeof packageActions>[0]['status'], pieces = 5) =>
    layout(packageActions({ status, pieces, can: can(keys) }))

  it('an open one is closed, a later one opened again', () => {
    expect(of('open')).toBe('close | edit print | delete')
    expect(of('closed')).toBe(' | reopen edit print | delete')
    expect(of('shipped')).toBe(' | reopen edit print | delete')
  })

  it('an empty one has nothing to print', () => {
    expect(of('open', 0)).toBe('close | edit | delete')
  })
})

describe('machines', () => {
  const keys = ['edit', 'retire', 'restore'] as const

  it('have no next step; a retired one can be restored', () => {
    expect(layout(machineActions({ active: true, can: can(keys) }))).toBe(' | edit | label retire')
    expect(layout(machineActions({ active: false, can: can(keys) }))).toBe(' | edit | label restore')
  })
})

describe('repair orders', () => {
  const keys = [
    'assign',
    'accept',
    'start',
    'usePart',
    'finish',
    'verify',
    'reject',
    'cancel',
    'photo',
  ] as const

  it.each([
    ['reported', 'accept |  | cancel'],
    ['accepted', 'start |  | cancel'],
    ['working', 'finish | usePart | '],
    ['done', 'verify | reject | '],
    ['verified', ' |  | '],
    ['cancelled', ' |  | '],
  ] as const)('%s', (status, expected) => {
    expect(layout(repairActions({ status, can: can(keys) }))).toBe(expected)
  })
})

describe('inspections', () => {
  const keys: readonly (InspectionAction | 'read' | 'sizes' | 'items')[] = [
    'read',
    'sizes',
    'items',
    'submit',
    'return',
    'judge',
    'reopen',
    'lock',
    'correct',
    'repeat',
    'cancel',
    'raise',
  ]
  const of = (
    status: Parameters<typeof inspectionActions>[0]['status'],
    verdict: 'pass' | 'fail' | null = null,
    refused = {},
  ) => layout(inspectionActions({ status, verdict, can: can(keys, refused) }, false))

  it('each state has its step', () => {
    expect(of('draft')).toBe('submit |  | invite cancel')
    expect(of('submitted')).toBe('judge | return | invite cancel')
    expect(of('judged', 'pass')).toBe('lock |  | invite reopen cancel')
    expect(of('locked', 'pass')).toBe(' |  | correct')
    expect(of('replaced', 'pass')).toBe(' |  | ')
  })

  it('a failed lot first gets its report, then it is inspected again', () => {
    expect(of('judged', 'fail')).toBe('lock | raise | invite reopen cancel')
    expect(of('locked', 'fail')).toBe('raise | repeat | correct')
    expect(of('locked', 'fail', { raise: 'ncr.raised' })).toBe('repeat |  | correct')
  })

  it('is not submitted while readings are on their way', () => {
    const form = { status: 'draft', verdict: null, can: can(keys) } as const
    expect(inspectionActions(form, true).next).toEqual({
      action: 'submit',
      allowed: 'inspection.missing_points',
    })
  })
})

describe('pieces', () => {
  const keys = ['report', 'hold', 'resume', 'scrap'] as const
  const of = (refused: Partial<Record<(typeof keys)[number], string>>, nextProcessId: string | null = '3') =>
    layout(pieceActions({ nextProcessId, can: can(keys, refused) }, true))

  it('the next step of their route is reported; a finished one has none', () => {
    expect(of({ resume: 'hold.none' })).toBe('report | hold | raise scrap')
    expect(of({ resume: 'hold.none' }, null)).toBe(' | hold | raise scrap')
  })

  it('one on hold is resumed; people without the right raise no report on it', () => {
    expect(of({ report: 'work.piece_held' })).toBe('report | resume | raise scrap')
    expect(layout(pieceActions({ nextProcessId: '3', can: can(keys) }, false))).toBe(
      'report | resume | scrap',
    )
  })
})

describe('welds and NDT requests', () => {
  const keys = ['edit', 'weld', 'delete', 'reopen', 'repair'] as const

  it('a weld is repaired when its test failed', () => {
    expect(layout(weldActions({ state: 'failed', can: can(keys) }))).toBe('repair | edit | reopen delete')
    expect(layout(weldActions({ state: 'passed', can: can(keys) }))).toBe(' | edit | reopen delete')
  })

  it('a request has no next step', () => {
    expect(layout(requestActions({ can: can(['enter', 'cancel']) }))).toBe(' |  | cancel')
  })
})

describe('alarms', () => {
  const keys = ['ack', 'shelve', 'unshelve', 'repair'] as const
  const alarm = { state: 'unack', shelvedUntil: null, repair: null, can: can(keys) } as const
  const order = { id: '1', no: 'RO-1', status: 'reported' } as const

  it('are acknowledged, then repaired, once', () => {
    expect(layout(alarmActions(alarm))).toBe('ack | repair shelve | ')
    expect(layout(alarmActions({ ...alarm, state: 'acked' }))).toBe('repair | shelve | ')
    expect(layout(alarmActions({ ...alarm, state: 'acked', repair: order }))).toBe(' | shelve | ')
    expect(layout(alarmActions({ ...alarm, state: 'normal' }))).toBe(' |  | repair shelve')
  })

  it('a shelved one is unshelved', () => {
    expect(layout(alarmActions({ ...alarm, shelvedUntil: '2026-11-27T08:00:00Z' }))).toBe(
      'ack | repair unshelve | ',
    )
  })
})
