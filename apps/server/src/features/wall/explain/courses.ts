import type { PanelKind } from '@cloud-factory/contract/screen-words'
import type { WallExplanation } from '@cloud-factory/contract/wall'
import type { PanelData } from '@cloud-factory/contract/wall-frame'
import { dewPoint } from '@cloud-factory/contract/coats.rules'
import type { BandFacts } from '../facts.types.ts'
import { slotOf } from '../machines/machine-memory.ts'
import type { View } from '../items/view.types.ts'

type Points = WallExplanation['points']

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

/** Output of the day as it added up. */
async function outputCourse({ facts, scope }: View): Promise<Points> {
  const { course } = await facts.output(scope, await facts.day())
  let sum = 0
  return course.map(({ at, kg }) => {
    sum += kg
    return { at, value: Math.round(sum * 1_000) / 1_000 }
  })
}

/** Surface above dew point by hour, of the first coating line that tells all three values. */
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

const running = async ({ facts, scope }: View) => runningCourse(await facts.bands(scope, dayHours))

const courses: Readonly<Partial<Record<PanelKind, (view: View) => Promise<Points>>>> = {
  tonnes_today: outputCourse,
  workshop_map: running,
  state_counts: running,
  state_timeline: running,
  paint: marginCourse,
}

/** The main figure over the last day; of energy by hour, of the month by day, of a weld its last minute. */
export async function courseOf<K extends PanelKind>(
  kind: K,
  data: PanelData[K],
  view: View,
): Promise<Points> {
  const own = courses[kind]
  if (own !== undefined) return own(view)
  if ('byHour' in data && kind === 'energy')
    return (data as PanelData['energy']).byHour.map(({ at, kwh }) => ({ at, value: kwh }))
  if (kind === 'weld_trace')
    return (data as PanelData['weld_trace']).points.map(({ at, currentA }) => ({ at, value: currentA }))
  return []
}
