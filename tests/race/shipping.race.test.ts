import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { now } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { closePackage, packPieces } from '../../apps/server/src/modules/shipping/pack-pieces.ts'
import { oneDelivery } from '../../apps/server/src/modules/shipping/deliveries.queries.ts'
import { findMissing } from '../../apps/server/src/modules/shipping/save-delivery.ts'
import { finishLoading, loadPackages } from '../../apps/server/src/modules/shipping/load-delivery.ts'
import { onePackage } from '../../apps/server/src/modules/shipping/packages.queries.ts'
import { receiveDelivery, sendDelivery } from '../../apps/server/src/modules/shipping/send-delivery.ts'
import {
  allConform,
  newDelivery,
  newPackages,
  openYard,
  pieceStatus,
  sentDelivery,
  shipper,
  type Yard,
} from '../../apps/server/src/modules/shipping/shipping.fixtures.ts'
import { holdPiece } from '../../apps/server/src/modules/production/hold-orders.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Database, Write } from '../../apps/server/src/platform/db/handles.ts'
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts'
import { raceDatabase, rounds } from './race-database.ts'

// Races need several database connections. The embedded database has only one.
const found = await raceDatabase('shipping')
const db = found as Database

const boss = { ...shipper, tags: [...shipper.tags, 'order.release'] }

/** Runs all commands at once. Returns the reason or code of each rejection, or `done`. */
async function race(work: readonly ((write: Write) => Promise<unknown>)[]): Promise<string[]> {
  const ends = await Promise.allSettled(work.map((one) => db.tx(one)))
  return ends
    .map((end) => {
      if (end.status === 'fulfilled') return 'done'
      if (!(end.reason instanceof DomainError)) throw end.reason
      const reason = end.reason.facts.params?.['reason']
      return typeof reason === 'string' ? reason : end.reason.code
    })
    .sort()
}

const pack = (id: string, pieces: readonly string[]) => (write: Write) =>
  packPieces(write, shipper, id, { pieces: [...pieces], remove: false }, allConform)

async function closed(yard: Yard, pieces: readonly string[]): Promise<string> {
  const [box] = await newPackages(db, yard.orderId, { contents: [[...pieces]] })
  const { id = '', version = 0 } = box ?? {}
  await db.tx((write) => closePackage(write, shipper, id, { version, weighedKg: null }, now, allConform))
  return id
}

async function loaded(projectId: string, packageIds: readonly string[]): Promise<string> {
  const id = await newDelivery(db, projectId, { packageIds: [...packageIds] })
  const { version } = await oneDelivery(db.reads, shipper, id)
  await db.tx((write) => finishLoading(write, shipper, id, { version }))
  return id
}

const send = (id: string, version: number) => (write: Write) =>
  sendDelivery(write, shipper, id, { version, differenceReason: null }, now, allConform)

const versionOf = async (id: string) => (await oneDelivery(db.reads, shipper, id)).version

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('one piece put into two packages lies in one', async () => {
    const yard = await openYard(db, { pieces: 1 })
    const boxes = await newPackages(db, yard.orderId, { contents: [[], [], []] })
    const reported = await Promise.all(boxes.map(({ id }) => db.tx(pack(id, yard.pieceIds))))
    expect(reported.map(([first]) => String(first?.reason ?? first?.outcome)).sort()).toEqual([
      'added',
      'pack.other_package',
      'pack.other_package',
    ])
    const now = await Promise.all(boxes.map(({ id }) => onePackage(db.reads, shipper, id)))
    expect(now.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(1)
  })

  test('two people who pack at once do not go beyond the limit together', async () => {
    const yard = await openYard(db, { pieces: 4 })
    const [first = '', ...others] = yard.pieceIds
    const [box] = await newPackages(db, yard.orderId, { maxKg: 250, contents: [[first]] })
    const id = box?.id ?? ''
    const reported = await Promise.all(others.map((piece) => db.tx(pack(id, [piece]))))
    expect(reported.map(([one]) => String(one?.reason ?? one?.outcome)).sort()).toEqual([
      'added',
      'package.over_weight',
      'package.over_weight',
    ])
    expect(await onePackage(db.reads, shipper, id)).toMatchObject({ pieces: 2, netKg: 200 })
  })

  test('closing while a piece is held: either it is packed, or the package stays open', async () => {
    const yard = await openYard(db, { pieces: 2 })
    const [piece = ''] = yard.pieceIds
    const [box] = await newPackages(db, yard.orderId, { contents: [[...yard.pieceIds]] })
    const { id = '', version = 0 } = box ?? {}
    const ends = await race([
      (write) => closePackage(write, shipper, id, { version, weighedKg: null }, now, allConform),
      (write) => holdPiece(write, boss, piece, '待查'),
    ])
    const { status } = await onePackage(db.reads, shipper, id)
    expect([
      ['done', 'pack.piece_held', 'open', 'coated'],
      ['done', 'done', 'closed', 'packed'],
      ['done', 'piece.packed', 'closed', 'packed'],
    ]).toContainEqual([...ends, status, await pieceStatus(db, piece)])
  })

  test('packing and closing at once: what is in a closed package is packed', async () => {
    const yard = await openYard(db, { pieces: 2 })
    const [first = '', second = ''] = yard.pieceIds
    const [box] = await newPackages(db, yard.orderId, { contents: [[first]] })
    const { id = '', version = 0 } = box ?? {}
    const ends = await race([
      (write) => closePackage(write, shipper, id, { version, weighedKg: null }, now, allConform),
      pack(id, [second]),
    ])
    const { status, pieces } = await onePackage(db.reads, shipper, id)
    expect([
      ['done', 'package.not_open', 'closed', 1],
      ['done', 'version.conflict', 'open', 2],
    ]).toContainEqual([...ends, status, pieces])
  })

  test('one package put on two trucks stands on one', async () => {
    const yard = await openYard(db, { pieces: 1 })
    const packageId = await closed(yard, yard.pieceIds)
    const trucks = [await newDelivery(db, yard.projectId), await newDelivery(db, yard.projectId)]
    const ends = await race(
      trucks.map(
        (id) => (write) =>
          loadPackages(write, shipper, id, { version: 1, packageIds: [packageId], remove: false }),
      ),
    )
    expect(ends).toEqual(['done', 'package.on_delivery'])
    const counted = await Promise.all(trucks.map((id) => oneDelivery(db.reads, shipper, id)))
    expect(counted.reduce((sum, { packages }) => sum + packages, 0)).toBe(1)
  })

  test('a truck sent twice leaves once', async () => {
    const yard = await openYard(db, { pieces: 2 })
    const id = await loaded(yard.projectId, [await closed(yard, yard.pieceIds)])
    const version = await versionOf(id)
    expect(await race([send(id, version), send(id, version), send(id, version)])).toEqual([
      'done',
      'version.conflict',
      'version.conflict',
    ])
    expect(await pieceStatus(db, yard.pieceIds[0] ?? '')).toBe('shipped')
  })

  test('trucks with packages of the same orders leave at once without waiting for each other', async () => {
    const first = await openYard(db, { pieces: 2 })
    const second = await openYard(db, { pieces: 2, project: first.projectId })
    const trucks: string[] = []
    for (const at of [0, 1]) {
      const one = await closed(first, first.pieceIds.slice(at, at + 1))
      const other = await closed(second, second.pieceIds.slice(at, at + 1))
      trucks.push(await loaded(first.projectId, at === 0 ? [one, other] : [other, one]))
    }
    const versions = await Promise.all(trucks.map(versionOf))
    expect(await race(trucks.map((id, at) => send(id, versions[at] ?? 0)))).toEqual(['done', 'done'])
    const { rows } = { rows: await db.reads.selectFrom('orders').select(['id', 'status']).execute() }
    const own = rows.filter(({ id }) => [first.orderId, second.orderId].includes(String(id)))
    expect(own.map(({ status }) => status)).toEqual(['shipped', 'shipped'])
  })

  test('a missing piece that two people find at once is received once', async () => {
    const yard = await openYard(db, { pieces: 2 })
    const [pieceId = ''] = yard.pieceIds
    const id = await sentDelivery(db, yard, yard.pieceIds)
    const signed = { receiptKey: randomUUID(), receivedBy: '李工', signatureSha256: 'a'.repeat(64) }
    const exceptions = [{ pieceId, kind: 'missing' as const, note: '' }]
    await db.tx((write) =>
      receiveDelivery(write, shipper, id, { ...signed, receiptNote: null, exceptions }, now),
    )
    const find = (write: Write) => findMissing(write, shipper, id, { pieceId, note: '' }, now)
    expect(await race([find, find, find])).toEqual([
      'delivery.nothing_missing',
      'delivery.nothing_missing',
      'done',
    ])
    expect(await oneDelivery(db.reads, shipper, id)).toMatchObject({ missing: 1, found: 1 })
    expect(await pieceStatus(db, pieceId)).toBe('received')
  })

  test('a receipt that arrives twice is kept once, two different ones are not both', async () => {
    const yard = await openYard(db, { pieces: 2 })
    const id = await loaded(yard.projectId, [await closed(yard, yard.pieceIds)])
    await db.tx(send(id, await versionOf(id)))
    const receive = (receiptKey: string) => (write: Write) =>
      receiveDelivery(
        write,
        shipper,
        id,
        {
          receiptKey,
          receivedBy: '李工',
          receiptNote: null,
          signatureSha256: 'a'.repeat(64),
          exceptions: [],
        },
        now,
      )
    const same = '7b1e2f3a-0000-4000-8000-000000000001'
    expect(await race([receive(same), receive(same), receive(same.replace(/1$/, '2'))])).toSatisfy(
      (ends: string[]) => {
        const text = ends.join()
        return text === 'delivery.received,done,done' || text === 'delivery.received,delivery.received,done'
      },
    )
    const logged = await db.reads
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'deliveries.receive')
      .where('subject_id', '=', id)
      .execute()
    expect(logged).toHaveLength(1)
  })

  test('two deliveries of a day created at once have two numbers', async () => {
    const yard = await openYard(db, { pieces: 1 })
    const made = await Promise.all([1, 2, 3].map(() => newDelivery(db, yard.projectId)))
    const nos = await Promise.all(made.map(async (id) => (await oneDelivery(db.reads, shipper, id)).no))
    expect(new Set(nos).size).toBe(3)
  })
})

test.skipIf(found === null)(
  'after all of it every package and delivery counts its pieces right and the log is one chain',
  async () => {
    const packages = await db.reads.selectFrom('packages').select(['id', 'pieces', 'status']).execute()
    const inside = await db.reads
      .selectFrom('package_pieces')
      .innerJoin('pieces', 'pieces.id', 'package_pieces.piece_id')
      .select(['package_id', 'pieces.status'])
      .execute()
    for (const { id, pieces, status } of packages) {
      const own = inside.filter((one) => one.package_id === id)
      expect(own).toHaveLength(pieces)
      const expected = { open: 'coated', closed: 'packed', shipped: 'shipped', received: 'received' }[status]
      expect(own.every((one) => one.status === expected)).toBe(true)
    }
    const deliveries = await db.reads.selectFrom('deliveries').select(['id', 'packages']).execute()
    for (const { id, packages: counted } of deliveries) {
      const on = await db.reads.selectFrom('packages').select('id').where('delivery_id', '=', id).execute()
      expect(on).toHaveLength(counted)
    }
    expect(await verifyChain(db.reads, 1)).toMatchObject({ brokenAt: null })
  },
)
