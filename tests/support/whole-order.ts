import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { RouteRow } from '@cloud-factory/contract/planning/processes'
import { expect } from 'vitest'
import type { App } from './journey.ts'
import { type Figures, openFigures } from './order-figures.ts'
import {
  cutsByScan,
  finishesByList,
  importsList,
  canOnlyLook,
  releases,
  revises,
  routesNewMark,
  type Story,
  takesContract,
} from './order-story.ts'
import { packs, receives, seesReceipt, ships } from './shipping-story.ts'
import { noWordMissing } from './shell.ts'
import { type Language, wordsOf } from './dictionary.ts'
import { got } from './work.ts'

const none = { CutComp: 0, WeldComp: 0, Packed: 0, SentSite: 0, ReceivedOnSite: 0 }
/** Two columns, four beams, a plate. */
const listed = { pieces: 7, kg: 2 * 674.47 + 4 * 163.5 + 31.4 }
/** Two columns and two and a half beams. */
const cut = 2 * 674.47 + 2.5 * 163.5
/** The unchanged columns, one more beam, two new marks, no plate. */
const revised = { pieces: 9, kg: 2 * 674.47 + 5 * 163.5 + 2 * 98.1 }
/** Shares of progress: cutting 8, welding 16, packing 2, dispatch 3, receipt 1. */
const whole = 30

const expected: Readonly<Record<string, Figures>> = {
  imported: { ...listed, leftKg: listed.kg, done: null },
  cut: { ...listed, leftKg: listed.kg - (cut * 8) / whole, done: { ...none, CutComp: cut } },
  revised: { ...revised, leftKg: revised.kg - (cut * 8) / whole, done: { ...none, CutComp: cut } },
  packed: {
    ...revised,
    leftKg: (revised.kg * 4) / whole,
    done: { ...none, CutComp: revised.kg, WeldComp: revised.kg, Packed: revised.kg },
  },
  received: {
    ...revised,
    leftKg: 0,
    done: {
      CutComp: revised.kg,
      WeldComp: revised.kg,
      Packed: revised.kg,
      SentSite: revised.kg,
      ReceivedOnSite: revised.kg,
    },
  },
}

/**
 * Follows an order from the contract to the receipt on site. List, order page, report and API agree to the
 * kilogram.
 */
export async function reportsOrder(app: App, route: RouteRow, language: Language): Promise<void> {
  const story: Story = {
    app,
    language,
    t: wordsOf(language),
    no: `JOURNEY-${language.toUpperCase()}`,
    planner: (await app.enter('planner', '/order/list', { language })).page,
    foreman: await app.enter('foreman', '/order/work', { language, screen: 'phone', losesNetwork: true }),
    viewer: await app.enter('viewer', '/dashboard', { language }),
  }
  const id = await step('contract', () => takesContract(story))
  const figures = await openFigures({ ...story, id, context: story.viewer.context })
  const agree = (when: string) => step(`figures when ${when}`, () => figures(expected[when] as Figures))
  await step('import', () => importsList(story))
  await agree('imported')
  await step('release', () => releases(story, route))
  await step('scan', () => cutsByScan(story, id))
  await agree('cut')
  await step('revision', () => revises(story))
  await step('route', () => routesNewMark(story, route))
  await agree('revised')
  await step('list', () => finishesByList(story, id, { CutComp: 5, WeldComp: 9 }))
  const pack = await step('packing', () => packs(story, id))
  expect(pack.netKg).toBe(revised.kg)
  await agree('packed')
  const delivery = await step('delivery', () => ships(story, id, pack))
  expect(delivery).toMatchObject({ pieces: 9, netKg: revised.kg, differenceKg: expect.any(Number) })
  await step('receipt', () => receives(story, delivery))
  await agree('received')
  expect((await got<OrderRow>(app, `/api/orders/${id}`)).status).toBe('shipped')
  for (const { page } of [{ page: story.planner }, story.foreman]) await noWordMissing(page)
  await step('viewer', () => canOnlyLook(story, id))
  await step('signature', () => seesReceipt(story, delivery))
}

/** Adds the step's name to its error. */
async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}
