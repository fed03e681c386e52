import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { WallExplanation } from '@cloud-factory/contract/wall/wall'
import { type PanelData, type Item, inputKeys, unitOfInput } from '@cloud-factory/domain/wall/wall-frame'
import { dewPoint } from '@cloud-factory/domain/coating/coats.rules'
import type { BandFacts, OutputFacts, View, DayFacts } from './wall.types.ts'
import { grams } from './wall.rules.ts'
import { slotOf } from './machine-memory.ts'
import { panelItems } from './items.ts'
import { explained } from './explained.ts'

type Points = WallExplanation['points']
type Course = Pick<WallExplanation, 'span' | 'points'>

const hourMs = 3_600_000
const dayHours = 24

/** Machines that ran at each full hour. */
function runningCourse({ from, to, machines }: BandFacts): Points {
  const points: Points = []
  for (let at = Math.ceil(from / hourMs) * hourMs; at <= to; at += hourMs) {
    const known = machines.filter(({ bands }) => (bands[0]?.from ?? Number.POSITIVE_INFINITY) <= at)
    const running = known.filter(
      ({ bands }) => bands.findLast((band) => band.from <= at)?.state === 'running',
    )
    points.push({ at, value: known.length === 0 ? null : running.length })
  }
  return points
}

/** Cumulative work of the day. */
function addedUp(course: OutputFacts['course']): Points {
  let sum = 0
  return course.map(({ at, kg }) => {
    sum += kg
    return { at, value: grams(sum) }
  })
}

/** Surface temperature above dew point by hour, of the first coating line with all three values. */
async function marginCourse({ facts, scope }: View): Promise<Points> {
  const [machines, hours] = await Promise.all([facts.machines(scope), facts.hours()])
  for (const { machine } of machines.filter((one) => one.machine.class === 'coating_line')) {
    const [air, humid, steel] = (['temperature', 'humidity', 'surface_temperature'] as const).map((role) => {
      const slot = slotOf(machine, role)
      const own = hours.find((one) => one.machineId === machine.id && one.slot === slot)
      return new Map(own?.hours.map(({ at, mean }) => [at, mean]))
    })
    if (air === undefined || humid === undefined || steel === undefined) continue
    return [...air].map(([at, airC]) => ({
      at,
      value: margin(airC, humid.get(at) ?? null, steel.get(at) ?? null),
    }))
  }
  return []
}

function margin(airC: number | null, humidity: number | null, surfaceC: number | null): number | null {
  if (airC === null || humidity === null || humidity <= 0 || surfaceC === null) return null
  return Math.round((surfaceC - dewPoint({ airC, humidity: Math.min(100, humidity) })) * 10) / 10
}

/** A day as a timestamp: noon, which is the same date in nearly every time zone. */
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

const ofDay = (points: Points): Course => ({ span: 'day', points })
const running = async ({ facts, scope }: View) => ofDay(runningCourse(await facts.bands(scope, dayHours)))

type Courses = {
  readonly [K in PanelKind]?: (data: PanelData[K], view: View) => Course | Promise<Course>
}

/** Panels whose main figure has a stored trend; the card of any other panel states that it has none. */
const courses: Courses = {
  async tonnes_today(_data, { facts, scope }) {
    return ofDay(addedUp((await facts.output(scope, await facts.day())).course))
  },
  tonnes_month: ({ done }) => ({
    span: 'month',
    points: done.map(({ day, kg }) => ({ at: noonOf(day), value: kg })),
  }),
  workshop_map: (_data, view) => running(view),
  state_counts: (_data, view) => running(view),
  state_timeline: (_data, view) => running(view),
  oee: ({ days }) => ({
    span: 'days',
    points: days.map(({ day, oee }) => ({ at: noonOf(day), value: oee })),
  }),
  async cutting(_data, { facts, scope }) {
    const [day, processId] = await Promise.all([facts.day(), facts.cuttingId()])
    return ofDay(processId === null ? [] : addedUp(await facts.course(scope, day, processId)))
  },
  weld_trace: ({ points }) => ({
    span: 'minute',
    points: points.map(({ at, currentA }) => ({ at, value: currentA })),
  }),
  paint: async (_data, view) => ofDay(await marginCourse(view)),
  energy: ({ byHour }) => ofDay(byHour.map(({ at, kwh }) => ({ at, value: kwh }))),
}

/** Trend of the main figure. */
async function courseOf<K extends PanelKind>(kind: K, data: PanelData[K], view: View): Promise<Course> {
  const own: ((of: PanelData[K], from: View) => Course | Promise<Course>) | undefined = courses[kind]
  return own === undefined ? ofDay([]) : own(data, view)
}

/** Source of a panel's main figure. `hasOffice`: the user can open the list behind it. */
export async function explainPanel<K extends PanelKind>(
  panel: K,
  view: View,
  hasOffice: boolean,
): Promise<WallExplanation> {
  const make: (of: View) => Promise<Item<PanelData[K]>> = panelItems[panel]
  const { at, data } = await make(view)
  const [{ value, unit, inputs }, course, day] = await Promise.all([
    explained(panel, data, view),
    courseOf(panel, data, view),
    view.facts.day(),
  ])
  return {
    panel,
    value,
    unit,
    inputs: inputKeys.flatMap((key) => {
      const input = inputs[key]
      return input === undefined ? [] : [{ key, value: input, unit: unitOfInput[key] }]
    }),
    ...course,
    at,
    now: view.now,
    path: hasOffice && view.scope.source === 'live' ? officePath(panel, day) : null,
  }
}

/** Office page with the list behind a panel, filtered to the same rows. */
function officePath(kind: PanelKind, { day, monthDays }: DayFacts): string {
  const [first] = monthDays
  const of = (from: string) => `from=${from}&to=${day}`
  const paths: Readonly<Record<PanelKind, string>> = {
    tonnes_today: `/order/report?${of(day)}`,
    tonnes_month: `/order/report?${of(first)}`,
    orders_at_risk: '/order/list?status=released,in_production,on_hold&sort=dueOn',
    process_funnel: '/order/work',
    workshop_map: '/equipment/list',
    state_counts: '/equipment/list',
    state_timeline: '/equipment/list',
    oee: `/equipment/figures?${of(day)}`,
    stop_pareto: `/equipment/figures?${of(day)}`,
    cutting: '/equipment/list?class=cutter,laser',
    welding: '/equipment/list?class=gantry_saw,robot',
    weld_trace: '/equipment/list?class=gantry_saw,robot',
    paint: '/quality/coating',
    first_pass: `/quality/statistics?${of(first)}`,
    defect_pareto: '/quality/ncrs',
    alarms: '/equipment/alarms',
    energy: `/equipment/figures?${of(day)}`,
    logistics: '/order/shipping',
    maintenance: '/equipment/maintenance?part=plans',
    notices: '/baseInfo/edit',
    honours: '/baseInfo/edit',
    environment: '/equipment/list?class=coating_line,blaster,compressor',
    safety: '/baseInfo/edit',
    approvals: '/dashboard',
    process_energy: `/equipment/figures?${of(day)}`,
    site_dates: '/order/list?status=released,in_production,on_hold,completed&sort=dueOn',
    best_welders: '/quality/welds',
    weather: '/equipment/list?class=weather_station',
    crew_yield: `/quality/statistics?${of(first)}`,
    model: '/order/list',
  }
  return paths[kind]
}
