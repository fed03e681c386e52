import type { RouteRow } from '@cloud-factory/contract/planning/processes'
import { beforeAll, describe, expect, it } from 'vitest'
import { days, spendsDay } from '../../support/days.ts'
import { journey, openApp } from '../../support/journey.ts'
import { addShortRoute } from '../../support/order-story.ts'
import { doesFromHome, tasks } from '../../support/mornings.ts'
import { plannersWay } from '../../support/planner-way.ts'
import { layoutTroubles, wallShapes } from '../../support/wall-page.ts'
import { wayOut } from '../../support/way-out.ts'
import { reportsOrder } from '../../support/whole-order.ts'
import { languages } from '../../support/dictionary.ts'

/** Runs in all languages what the other browser tests run in one language each. */
journey('in every language', () => {
  // A separate server: order and delivery numbers are the same as in the browser tests.
  const app = openApp({ env: {} })
  let route: RouteRow
  beforeAll(async () => {
    route = await addShortRoute(app)
  })

  describe.each(languages)('%s', (language) => {
    const roles = Object.keys(days) as (keyof typeof days)[]
    it.each(roles)('a day at work of the %s', (role) => spendsDay(app, role, { language }))

    describe('a planner', () => plannersWay(app, language))

    describe('from packing to receipt', () => wayOut(app, language))

    it('an order, from the contract to the receipt on site', () => reportsOrder(app, route, language))

    it.each(wallShapes)('a wall, $name: nothing overlaps or leaves its place', async (shape) => {
      expect(await layoutTroubles(app, shape, language)).toEqual([])
    })
  })
})

const screens = ['laptop', 'phone'] as const
/** A newcomer's morning: everything is done from the home page, with the presses that the table allows. */
journey.each((['zh', 'en'] as const).flatMap((language) => screens.map((screen) => ({ language, screen }))))(
  'from the home page, in $language on a $screen',
  (options) => {
    // A separate server: each run uses up rows of the queues.
    const app = openApp({ env: {} })
    const roles = Object.keys(days) as (keyof typeof days)[]

    it.each(tasks)('%s', (task) => doesFromHome(app, task, options))
    it.each(roles)('a day at work of the %s', (role) => spendsDay(app, role, options))
  },
)
