import type { DisplayInfo } from './display-info.ts'
import { isOutside, overlap, type PlanBox } from '@cloud-factory/domain/displays/plan-layout.rules'

/** A problem that must be fixed before publishing: its place, and a key that the browser translates. */
export interface InfoProblem {
  readonly path: string
  readonly reason: string
}

/** Indexes of boxes that overlap an earlier one. */
const overlapping = (boxes: readonly PlanBox[]): number[] =>
  boxes.flatMap((box, place) => (boxes.slice(0, place).some((before) => overlap(box, before)) ? [place] : []))

/** Indexes of keys that occurred before. */
function repeated(keys: readonly string[]): number[] {
  const first = new Map<string, number>()
  return keys.flatMap((key, place) => {
    if (first.has(key)) return [place]
    first.set(key, place)
    return []
  })
}

const placesWhere = <T>(list: readonly T[], holds: (row: T) => boolean): number[] =>
  list.flatMap((row, place) => (holds(row) ? [place] : []))

/**
 * Indexes of machines that overlap an earlier one of the same site; simulated machines are never shown together with
 * others.
 */
function overlappingMachines(machines: DisplayInfo['machines'], simulated: ReadonlySet<string>): number[] {
  const [own, others] = [true, false].map((isSimulated) =>
    machines.flatMap((box, place) =>
      simulated.has(box.machineId) === isSimulated ? [{ ...box, place }] : [],
    ),
  )
  return [own ?? [], others ?? []]
    .flatMap((world) => overlapping(world).map((at) => world[at]?.place ?? 0))
    .toSorted((a, b) => a - b)
}

/**
 * Problems that prevent the publishing of a draft; empty: none. `simulated`: ids of machines of the simulated site.
 */
export function infoProblems(info: DisplayInfo, simulated: ReadonlySet<string> = new Set()): InfoProblem[] {
  const at = (list: string, places: readonly number[], reason: string, field = ''): InfoProblem[] =>
    places.map((place) => ({ path: `${list}.${place}${field}`, reason }))
  const noticesEnding = info.notices.flatMap(({ from, until }, place) =>
    until !== null && until < from ? [place] : [],
  )
  const noticesEmpty = info.notices.flatMap(({ text }, place) => (text.zh === '' ? [place] : []))
  return [
    ...at('notices', noticesEnding, 'display.ends_before', '.until'),
    ...at('notices', noticesEmpty, 'display.no_text', '.text'),
    ...at(
      'targets',
      repeated(info.targets.map(({ month, processId }) => `${month} ${processId}`)),
      'display.twice',
    ),
    ...at('workshops', repeated(info.workshops.map(({ workshopId }) => workshopId)), 'display.twice'),
    ...at('workshops', overlapping(info.workshops), 'display.overlaps'),
    ...at('machines', repeated(info.machines.map(({ machineId }) => machineId)), 'display.twice'),
    ...at('machines', overlappingMachines(info.machines, simulated), 'display.overlaps'),
    ...at(
      'workshops',
      placesWhere(info.workshops, (box) => isOutside(info.plan, box)),
      'display.outside',
    ),
    ...at(
      'machines',
      placesWhere(info.machines, (box) => isOutside(info.plan, box)),
      'display.outside',
    ),
  ]
}
