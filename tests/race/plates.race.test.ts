import { describe, expect, test } from 'vitest'
import { planner } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { partDisagreements } from '../../apps/server/src/modules/parts/parts.fixtures.ts'
import { platePerson } from '../../apps/server/src/modules/plates/plates.fixtures.ts'
import { scrapPlateRemnant } from '../../apps/server/src/modules/plates/save-plate-job.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('plates')
const db = found as Database

/** Sorted results of all commands. */
const race = async (work: readonly Promise<unknown>[]) => (await outcomes(work)).toSorted()
const scrapper = { ...planner, tags: ['order.view', 'order.edit', 'order.report'] }

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('a plate reserved by two jobs, a plate reported by two people, a remnant cut and scrapped at once', async () => {
    const person = platePerson(db)
    const lot = await person.plates(1)
    const jobs = [await person.job(await person.order(4)), await person.job(await person.order(4))]
    for (const { id } of jobs) await person.nest(id)
    expect(await race(jobs.map(({ id }) => person.move(id, 'release')))).toEqual([
      'done',
      'plate.unavailable',
    ])

    const nestings = await Promise.all(jobs.map(({ id }) => person.one(id)))
    const released = nestings.find(({ nest }) => nest?.status === 'released')
    const layout = released?.layouts[0]?.id ?? ''
    const remnants = [{ lengthMm: 4000, widthMm: 1500 }]
    expect(await race([1, 2, 3].map(() => person.report(layout, { remnants })))).toEqual([
      'done',
      'plate.layout_cut',
      'plate.layout_cut',
    ])
    const ofLot = async () => (await person.remnants()).filter(({ heat }) => heat === lot.heat.no)
    expect(await ofLot()).toHaveLength(1)

    // The other job and a third one plan the same remnant.
    const other = nestings.find(({ nest }) => nest?.status === 'planned')?.job.id ?? ''
    const third = (await person.job(await person.order(4))).id
    for (const id of [other, third]) await person.nest(id)
    const [remnant] = await ofLot()
    const ends = await race([
      person.move(other, 'release'),
      person.move(third, 'release'),
      db.tx((write) =>
        scrapPlateRemnant(write, scrapper, remnant?.id ?? '', {
          version: remnant?.version ?? 0,
          reason: '变形',
        }),
      ),
    ])
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    const [after] = await ofLot()
    expect(['reserved', 'scrapped']).toContain(after?.status)
    expect(await partDisagreements(db)).toEqual([])
  })
})
