import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askEverything } from '../support/every-answer.ts'
import { type DayShift, dayBefore, minutesOfDay, shownIn, workingDayOf } from '../support/factory-days.ts'
import { apiAs, dataFolder, type RunningServer, startServer } from '../support/app.ts'

// Runs the real server under other clocks: around midnights at which more than the day changes, and after days of 23
// and 25 hours. The demo factory is created at that moment; the computer's own time zone is far away.

type Caller = Awaited<ReturnType<typeof apiAs>>

const movedClock = join(import.meta.dirname, '../support/moved-clock.ts')

function serverAt(
  folder: string,
  zone: string,
  instant: string,
  computerZone: string,
): Promise<RunningServer> {
  return startServer(folder, {
    DEMO: '1',
    FACTORY_TZ: zone,
    TZ: computerZone,
    CLOCK_OFFSET_MS: String(Date.parse(instant) - Date.now()),
    NODE_OPTIONS: `--import ${movedClock}`,
  })
}

async function ask<T>(caller: Caller, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await caller.call(method, path, body)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as T
}
const list = async <T>(caller: Caller, path: string) => (await ask<{ items: T[] }>(caller, 'GET', path)).items

interface Piece {
  readonly id: string
  readonly can: { readonly report: unknown }
}

/** Pieces that can be reported now, and the process that most of them need next. */
async function readyPieces(caller: Caller): Promise<{ processId: string; pieces: Piece[] }> {
  let best: { processId: string; pieces: Piece[] } = { processId: '', pieces: [] }
  for (const { id } of await list<{ id: string }>(caller, '/api/processes?pageSize=200')) {
    const pieces = await list<Piece>(caller, `/api/ready-pieces?processId=${id}&pageSize=200`)
    const free = pieces.filter(({ can }) => can.report === true)
    if (free.length > best.pieces.length) best = { processId: id, pieces: free }
  }
  return best
}

const midnights = [
  {
    name: 'the year’s end',
    zone: 'Asia/Shanghai',
    computer: 'America/Los_Angeles',
    before: '2026-12-31T15:30:00Z',
  },
  {
    name: 'the year’s end west of Greenwich',
    zone: 'America/New_York',
    computer: 'Asia/Tokyo',
    before: '2028-01-01T04:30:00Z',
  },
  {
    name: 'the leap day',
    zone: 'Asia/Shanghai',
    computer: 'Pacific/Kiritimati',
    before: '2028-02-29T15:30:00Z',
  },
]

describe.each(midnights)('over the midnight of $name in $zone', ({ zone, computer, before }) => {
  const folder = dataFolder()
  afterAll(() => folder.remove())
  let app: RunningServer
  let admin: Caller
  const after = new Date(Date.parse(before) + 3_600_000).toISOString()
  const days = [before, after].map((instant) => shownIn(zone, Date.parse(instant)).slice(0, 10))
  const open = async (instant: string) => {
    app = await serverAt(folder.path, zone, instant, computer)
    admin = await apiAs(app.url, 'admin')
  }
  beforeAll(() => open(before), 300_000)

  async function newNcr(): Promise<string> {
    const { pieces } = await readyPieces(admin)
    const [defect] = await list<{ id: string }>(admin, '/api/defects')
    const raised = await ask<{ no: string }>(admin, 'POST', '/api/ncrs', {
      defectId: defect?.id,
      severity: 'minor',
      description: 'x',
      crewId: null,
      dueOn: null,
      source: 'piece',
      pieces: [pieces[0]?.id],
      inspectionId: null,
      itemId: null,
    })
    return raised.no
  }
  async function newDelivery(): Promise<string> {
    const [project] = await list<{ id: string }>(admin, '/api/projects?pageSize=1')
    const empty = { driver: null, driverPhone: null, plannedOn: null, note: null }
    const words = { truckPlate: '', consignee: '', address: '', alarmPercent: 5, alarmKg: 50 }
    const input = { projectId: project?.id, no: null, ...empty, ...words, packageIds: [] }
    return (await ask<{ no: string }>(admin, 'POST', '/api/deliveries', input)).no
  }
  /** A number split into its series and its position. */
  const partsOf = (no: string) => ({
    series: no.slice(0, no.lastIndexOf('-')),
    place: Number(no.slice(no.lastIndexOf('-') + 1)),
  })

  test('everything answers, and numbers are those of the day and the year of the factory', async () => {
    const [first = '', second = ''] = days
    const { answered: pieceRecords, troubles } = await askEverything(admin, first)
    expect(troubles).toEqual([])
    expect(pieceRecords).toBeGreaterThan(120)
    const [ncr, delivery] = [await newNcr(), await newDelivery()].map(partsOf)
    expect(ncr?.series).toBe(`NC-${first.slice(0, 4)}`)
    expect(delivery?.series).toBe(`DN-${first.replaceAll('-', '')}`)

    expect(await app.stop()).toBe(0)
    await open(after)
    const next = [await newNcr(), await newDelivery()].map(partsOf)
    const isNewYear = first.slice(0, 4) !== second.slice(0, 4)
    expect(next).toEqual([
      { series: `NC-${second.slice(0, 4)}`, place: isNewYear ? 1 : (ncr?.place ?? 0) + 1 },
      { series: `DN-${second.replaceAll('-', '')}`, place: 1 },
    ])
    expect((await askEverything(admin, second)).troubles).toEqual([])
    expect(
      (await ask<{ today: string }>(admin, 'GET', `/api/work-calendar?month=${second.slice(0, 7)}`)).today,
    ).toBe(second)
    expect(await app.stop()).toBe(0)
    expect(app.output()).not.toMatch(/"level":(50|60)/)
  }, 600_000)
})

/** Days with a clock change. The server runs at noon of the following day. */
const changes = [
  { zone: 'Europe/Berlin', day: '2027-03-28', hours: 23, noon: '2027-03-29T10:00:00Z' },
  { zone: 'Europe/Berlin', day: '2027-10-31', hours: 25, noon: '2027-11-01T11:00:00Z' },
  { zone: 'America/New_York', day: '2027-03-14', hours: 23, noon: '2027-03-15T16:00:00Z' },
  { zone: 'America/New_York', day: '2027-11-07', hours: 25, noon: '2027-11-08T17:00:00Z' },
  { zone: 'America/Santiago', day: '2027-09-05', hours: 23, noon: '2027-09-06T15:00:00Z' },
  { zone: 'America/Santiago', day: '2027-04-03', hours: 25, noon: '2027-04-04T16:00:00Z' },
  { zone: 'Asia/Shanghai', day: '2028-02-29', hours: 24, noon: '2028-03-01T04:00:00Z' },
]

describe.each(changes)('after $day with its $hours hours in $zone', ({ zone, day, hours, noon }) => {
  const folder = dataFolder()
  let app: RunningServer
  let admin: Caller
  let shifts: DayShift[]
  beforeAll(async () => {
    app = await serverAt(folder.path, zone, noon, 'Pacific/Kiritimati')
    admin = await apiAs(app.url, 'admin')
    shifts = await list(admin, '/api/shifts')
    const month = await ask<{ pattern: object }>(admin, 'GET', `/api/work-calendar?month=${day.slice(0, 7)}`)
    // Every day is a working day without breaks, so planned time equals the length of the shifts.
    await ask(admin, 'PUT', '/api/work-calendar/pattern', {
      workshopId: null,
      version: (month.pattern as { version: number }).version,
      promptMinutes: 10,
      shifts: shifts.map(({ id }) => ({ shiftId: id, weekdays: [1, 2, 3, 4, 5, 6, 7], breaks: [] })),
    })
  }, 300_000)
  afterAll(async () => {
    await app?.stop()
    folder.remove()
  })

  test('the day has these hours, and everything answers', async () => {
    expect(minutesOfDay(day, [], zone).whole).toBe(hours * 60)
    const { answered: pieceRecords, troubles } = await askEverything(admin, day)
    expect(troubles).toEqual([])
    expect(pieceRecords).toBeGreaterThan(120)
  }, 300_000)

  test('the calendar plans the shifts as long as they are', async () => {
    for (const planned of [dayBefore(day), day]) {
      const { days } = await ask<{ days: { day: string; plannedMinutes: number }[] }>(
        admin,
        'GET',
        `/api/work-calendar?month=${planned.slice(0, 7)}`,
      )
      const found = days.find((one) => one.day === planned)
      expect([planned, found?.plannedMinutes]).toEqual([
        planned,
        minutesOfDay(planned, shifts, zone).inShifts,
      ])
    }
  })

  test('work counts on the working day on which it was done, in the report too', async () => {
    const { processId, pieces } = await readyPieces(admin)
    const reported = async (of: string) => {
      const span = `from=${of}&to=${of}&per=day&group=none&processId=${processId}`
      const { rows } = await ask<{ rows: { pieces: number }[] }>(
        admin,
        'GET',
        `/api/reports/production?${span}`,
      )
      return rows.reduce((sum, row) => sum + row.pieces, 0)
    }
    const days = [dayBefore(day), day]
    const before = await Promise.all(days.map(reported))
    const counted = new Map<string, number>()
    const from = Date.parse(`${dayBefore(day)}T12:00:00Z`)
    const instants = pieces.map((_, nth) => from + nth * 67 * 60_000).filter((at) => at < Date.parse(noon))
    expect(instants.length).toBeGreaterThan(20)
    for (const [nth, at] of instants.entries()) {
      const pieceId = pieces[nth]?.id ?? ''
      const { items } = await ask<{ items: { outcome: string; reason: string | null }[] }>(
        admin,
        'POST',
        '/api/work-reports',
        {
          clientKey: randomUUID(),
          processId,
          pieces: [pieceId],
          withEarlier: false,
          crewId: null,
          worker: null,
          hours: null,
          source: 'list',
          doneAt: new Date(at).toISOString(),
        },
      )
      // The demo released some orders only a day ago.
      if (items[0]?.reason === 'work.before_release') continue
      expect(items[0]).toMatchObject({ outcome: 'reported' })
      const expected = workingDayOf(at, shifts, zone)
      const [row] = await list<{ day: string; shiftId: string | null }>(
        admin,
        `/api/work-reports?pieceId=${pieceId}&processId=${processId}`,
      )
      expect([shownIn(zone, at), row?.day, row?.shiftId]).toEqual([
        shownIn(zone, at),
        expected.day,
        expected.shiftId,
      ])
      counted.set(expected.day, (counted.get(expected.day) ?? 0) + 1)
    }
    const after = await Promise.all(days.map(reported))
    expect(after).toEqual(days.map((of, nth) => (before[nth] ?? 0) + (counted.get(of) ?? 0)))
  }, 300_000)

  test('figures of machines know how long the working day was', async () => {
    for (const date of [dayBefore(day), day]) {
      const { rows } = await ask<{ rows: { name: string; inputs: { calendarS: number } }[] }>(
        admin,
        'GET',
        `/api/equipment/figures?from=${date}&to=${date}&by=machine`,
      )
      expect(rows.length).toBeGreaterThan(5)
      const seconds = minutesOfDay(date, shifts, zone).whole * 60
      expect(
        rows
          .filter(({ inputs }) => inputs.calendarS !== seconds)
          .map(({ name, inputs }) => [date, name, inputs.calendarS]),
      ).toEqual([])
    }
  })
})
