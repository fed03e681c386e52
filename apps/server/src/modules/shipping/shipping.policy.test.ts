import type { DeliveryStatus } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageStatus } from '@cloud-factory/contract/shipping/packages'
import { describe, expect, test } from 'vitest'
import {
  deliveryCan,
  differenceOf,
  differs,
  canPack,
  nextNo,
  packageCan,
  type PieceFacts,
} from './shipping.policy.ts'

const shipper = ['order.view', 'order.ship']
const ready: PieceFacts = { status: 'coated', holds: 0, stepsDone: 9, nextKind: 'pack', packageId: null }

test.each<[string, Partial<PieceFacts>, string | true]>([
  ['packing is next', {}, true],
  ['a route without packing, dispatch is next', { nextKind: 'ship' }, true],
  ['a route of work only, all done', { nextKind: null }, true],
  ['work is left', { nextKind: 'work' }, 'pack.not_ready'],
  ['its order is not released', { nextKind: null, stepsDone: 0 }, 'pack.not_ready'],
  ['held', { holds: 1 }, 'pack.piece_held'],
  ['an open NCR', { status: 'ncr_open' }, 'pack.piece_ncr'],
  ['in rework', { status: 'rework' }, 'pack.piece_ncr'],
  ['scrapped', { status: 'scrapped', holds: 1 }, 'pack.piece_gone'],
  ['superseded', { status: 'superseded' }, 'pack.piece_gone'],
  ['shipped before', { status: 'shipped', nextKind: 'receive' }, 'pack.piece_gone'],
])('a piece: %s', (_name, overrides, verdict) => expect(canPack({ ...ready, ...overrides })).toBe(verdict))

describe('a package', () => {
  const can = (
    status: PackageStatus,
    pieces = 2,
    onDelivery = false,
    tags = shipper,
    orderStatus = 'in_production',
  ) => packageCan(tags, { status, pieces, bolts: 0, onDelivery, orderStatus })
  test('open', () => {
    expect(can('open')).toEqual({
      edit: true,
      pack: true,
      close: true,
      reopen: 'package.not_closed',
      delete: true,
      load: 'package.not_closed',
    })
    expect(can('open', 0).close).toBe('package.empty')
  })
  test('closed', () => {
    expect(can('closed')).toMatchObject({ edit: true, pack: 'package.not_open', reopen: true, load: true })
    expect(can('closed', 2, true)).toMatchObject({
      edit: 'package.on_delivery',
      reopen: 'package.on_delivery',
      load: 'package.on_delivery',
      delete: 'package.not_open',
    })
  })
  test.each(['shipped', 'received'] as const)('%s: nothing', (status) => {
    expect(Object.values(can(status, 2, true)).includes(true)).toBe(false)
  })
  test('without the right: nothing', () => {
    expect(new Set(Object.values(can('open', 2, false, ['order.view'])))).toEqual(
      new Set(['permission.denied']),
    )
  })
})

describe('a delivery', () => {
  const can = (
    status: DeliveryStatus,
    packages = 1,
    truckPlate = '沪A12345',
    tags = shipper,
    stillMissing = 1,
  ) => deliveryCan(tags, { status, packages, truckPlate, stillMissing })
  const allowed = (status: DeliveryStatus) =>
    Object.entries(can(status)).flatMap(([action, allowed]) => (allowed === true ? [action] : []))
  test.each<[DeliveryStatus, string[]]>([
    ['draft', ['edit', 'loadPackages', 'weigh', 'load', 'delete']],
    ['loaded', ['edit', 'weigh', 'unload', 'send']],
    ['sent', ['recall', 'receive']],
    ['received', ['find']],
  ])('%s', (status, actions) => expect(allowed(status)).toEqual(actions))
  test('without packages or truck it is not loaded', () => {
    expect(can('draft', 0).load).toBe('delivery.empty')
    expect(can('draft', 1, '').load).toBe('delivery.no_truck')
    expect(can('loaded', 1, '').send).toBe('delivery.no_truck')
  })
  test('nothing is found where nothing is missing', () => {
    expect(can('received', 1, 'A', shipper, 0).find).toBe('delivery.nothing_missing')
    expect(can('sent').find).toBe('delivery.not_received')
  })
  test('what is received stays received', () => expect(can('received').recall).toBe('delivery.received'))
  test('without the right: nothing', () => {
    expect(new Set(Object.values(can('draft', 1, 'A', [])))).toEqual(new Set(['permission.denied']))
  })
})

test.each([
  [20_000, null, false, null],
  [20_000, 20_100, false, 100],
  [20_000, 20_100.001, true, 100.001],
  [20_000, 19_899.9, true, -100.1],
  [1000, 1050, false, 50],
  [1000, 1050.5, true, 50.5],
])('%s kg computed, %s kg weighed: alarm %s', (grossKg, weighedKg, alarm, difference) => {
  const weighing = { grossKg, weighedKg, alarmPercent: 0.5, alarmKg: 50 }
  expect(differs(weighing)).toBe(alarm)
  expect(differenceOf(weighing)).toBe(difference)
})

test.each([
  [[], 'PK-7-001'],
  [['PK-7-001', 'PK-7-002'], 'PK-7-003'],
  [['PK-7-009', 'PK-7-x', 'PK-70-044', '其他'], 'PK-7-010'],
  [['PK-7-999'], 'PK-7-1000'],
])('after %j comes %s', (used, no) => expect(nextNo('PK-7-', used, 3)).toBe(no))
