import type { DisplayInfo } from './display-info.ts'
import { isOutside, overlap, type PlanBox } from './plan-layout.rules.ts'

/** Something that must be put right before publishing: where, and a word that the browser translates. */
export interface InfoProblem {
  readonly path: string
  readonly reason: string
}

/** Places of those that overlap one before them. */
const overlapping = (boxes: readonly PlanBox[]): number[] =>
  boxes.flatMap((box, place) => (boxes.slice(0, place).some((before) => overlap(box, before)) ? [place] : []))

/** Places of those that were there before under the same key. */
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

/** Places of machines that overlap one before them of their own world: simulated ones are never shown beside the others. */
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

/** What keeps a draft from being published; empty = nothing. `simulated`: ids of machines of the simulated site. */
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
