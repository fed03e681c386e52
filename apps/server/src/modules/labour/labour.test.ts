import { buffer } from 'node:stream/consumers'
import type { PayrollRow } from '@cloud-factory/contract/labour/labour'
import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../platform/http/domain-error.ts'
import { now } from '../orders/orders.fixtures.ts'
import { pieceIds } from '../production/work.fixtures.ts'
import { manager, workedFactory } from './labour.fixtures.ts'
import { closePayroll, exportPayroll, payrollOf } from './payroll.ts'

const factory = workedFactory()
const { id, standard, rate, reported, undoLast, labour } = factory
const refused = (reason: string) => ({ facts: { params: { reason } } })

describe('standard hours and rates', () => {
  test('classes of a process do not overlap; a class has a width; a crew may have a rate of its own', async () => {
    await standard('CutComp', { toKg: 500 })
    await standard('CutComp', { fromKg: 500 })
    await standard('WeldComp', { fromKg: 100, toKg: 200 })
    await expect(standard('CutComp', { fromKg: 499.999, toKg: 500 })).rejects.toMatchObject(
      refused('labour.overlaps'),
    )
    await expect(standard('WeldComp', { fromKg: 300, toKg: 300 })).rejects.toBeInstanceOf(DomainError)
    await rate('CutComp', { validUntil: '2026-03-31' })
    await rate('CutComp', { validFrom: '2026-04-01' })
    await rate('CutComp', { crewId: factory.crews[0] })
    await rate('CutComp', { basis: 'hour' })
    await expect(
      rate('CutComp', { validFrom: '2026-03-31', validUntil: '2026-03-31' }),
    ).rejects.toMatchObject(refused('labour.overlaps'))
    await expect(
      rate('CutComp', { validFrom: '2026-02-01', validUntil: '2026-01-01' }),
    ).rejects.toBeInstanceOf(DomainError)
  })

  test('hours are expected of all pieces by their class, and earned by the work reported', async () => {
    await standard('CutComp', { hours: 10, toKg: 500 })
    await standard('CutComp', { basis: 'piece', hours: 1.5, fromKg: 500 })
    const [light = '', , , heavy = ''] = await pieceIds(factory.db, factory.orders[0] ?? '')
    const before = await labour('none', { orderId: factory.orders[0] })
    expect(before.rows).toEqual([])
    // Three of 100.5 kg at 10 h/t, three of 612.345 kg at 1.5 h.
    expect(before.order?.expected.find(({ processId }) => processId === id('CutComp'))).toEqual({
      processId: id('CutComp'),
      hours: 7.515,
      kg: 2138.535,
      withoutStandardKg: 0,
    })
    await reported('CutComp', [light], { hours: 2 })
    await reported('CutComp', [heavy], { part: 0.333 })
    await reported('CutComp', [heavy], { hours: 1 })
    const { rows } = await labour('none', { orderId: factory.orders[0] })
    expect(rows).toEqual([
      expect.objectContaining({ pieces: 2, hours: 3, comparedHours: 3, withoutStandardKg: 0 }),
    ])
    expect(rows[0]?.earned).toBeCloseTo(1.005 + 1.5, 9)
    expect(rows[0]?.comparedEarned).toBeCloseTo(1.005 + 0.667 * 1.5, 9)
  })
})

describe('payroll', () => {
  const april = new Date('2026-04-02T02:00:00Z')
  const rowsOf = async (month: string, at = april) =>
    (await payrollOf(factory.db.reads, manager, month, at)).rows
  const close = (month: string, at = april) =>
    factory.db.tx((write) => closePayroll(write, manager, month, at))
  const short = ({ kind, ofMonth, quantity, amount, rate: paid }: PayrollRow) => ({
    kind,
    ofMonth,
    quantity,
    amount,
    price: paid?.price ?? null,
  })

  test('a crew’s own rate comes first; work without a rate is listed without an amount', async () => {
    await rate('CutComp', { price: 100 })
    await rate('CutComp', { price: 7, basis: 'piece', crewId: factory.crews[1] })
    const [one = '', two = '', three = ''] = await pieceIds(factory.db, factory.orders[0] ?? '')
    await reported('CutComp', [one])
    await reported('CutComp', [two], { crewId: factory.crews[1], part: 0.5 })
    await reported('CutComp', [three], { crewId: null })
    await reported('Drilled', [one])
    const payroll = await payrollOf(factory.db.reads, manager, '2026-03', april)
    expect(payroll.rows.map((row) => [row.crew?.name ?? null, row.processId, short(row)])).toEqual([
      ['LC-1', id('CutComp'), { kind: 'work', ofMonth: '2026-03', quantity: 1, amount: 10.05, price: 100 }],
      ['LC-1', id('Drilled'), { kind: 'work', ofMonth: '2026-03', quantity: 1, amount: null, price: null }],
      ['LC-2', id('CutComp'), { kind: 'work', ofMonth: '2026-03', quantity: 0.5, amount: 3.5, price: 7 }],
      [null, id('CutComp'), { kind: 'work', ofMonth: '2026-03', quantity: 1, amount: 10.05, price: 100 }],
    ])
    expect(payroll).toMatchObject({ amount: 23.6, closed: null, can: { close: true } })
    const columns = [
      { key: 'crew' },
      { key: 'process' },
      { key: 'basis' },
      { key: 'amount', title: '金额' },
    ] as const
    const words = {
      'crew.none': '无班组',
      [`process.${id('CutComp')}`]: '下料',
      'basis.tonne': '元/吨',
      sum: '合计',
    }
    const input = { month: '2026-03', columns: [...columns], words }
    const file = await exportPayroll(factory.db, manager, input, april)
    const book = read(await buffer(file.body as never))
    expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {})).toEqual([
      { crew: 'LC-1', process: '下料', basis: '元/吨', 金额: 10.05 },
      { crew: 'LC-1', process: id('Drilled') },
      { crew: 'LC-2', process: '下料', basis: 'piece', 金额: 3.5 },
      { crew: '无班组', process: '下料', basis: '元/吨', 金额: 10.05 },
      { crew: '合计', 金额: 23.6 },
    ])
  })

  test('a closed month stays as it is; later reports and returns are corrections of the next one', async () => {
    await rate('CutComp', { price: 100 })
    const [one = '', two = ''] = await pieceIds(factory.db, factory.orders[0] ?? '')
    await reported('CutComp', [one])
    await expect(close('2026-03', now)).rejects.toMatchObject(refused('payroll.not_over'))
    await close('2026-03')
    await expect(close('2026-03')).rejects.toMatchObject(refused('payroll.closed'))
    const may = new Date('2026-05-02T02:00:00Z')
    await expect(close('2026-05', may)).rejects.toMatchObject(refused('payroll.order'))
    const closed = await rowsOf('2026-03')
    // The price is another one afterwards, the report is taken back, and another one of March comes late.
    await factory.db.tx((write) => sql`update labour_rates set price = 200`.execute(write))
    await undoLast(april)
    await reported('CutComp', [two], { doneAt: '2026-03-31T02:00:00Z' }, april)
    expect(await rowsOf('2026-03', may)).toEqual(closed)
    const corrections = [
      { kind: 'taken_back', ofMonth: '2026-03', quantity: -1, amount: -10.05, price: 100 },
      { kind: 'late', ofMonth: '2026-03', quantity: 1, amount: 20.1, price: 200 },
    ]
    expect((await rowsOf('2026-04', may)).map(short)).toEqual(corrections)
    // Only the month that is closed next has them, and only once.
    expect(await rowsOf('2026-05', may)).toEqual([])
    await close('2026-04', may)
    expect((await rowsOf('2026-04', may)).map(short)).toEqual(corrections)
    expect(await rowsOf('2026-05', may)).toEqual([])
  })
})
