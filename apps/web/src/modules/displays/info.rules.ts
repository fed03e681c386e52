import type { DisplayInfo, DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import {
  clampInside,
  type PlanBox,
  placesInRows,
  snapM,
  snapped,
} from '@cloud-factory/domain/displays/plan-layout.rules'

interface Notice {
  readonly from: string
  readonly until: string | null
}
type NoticeState = 'coming' | 'now' | 'over'

/** Status of a notice on a day; the first and the last day are included. */
export function noticeState({ from, until }: Notice, today: string): NoticeState {
  if (today < from) return 'coming'
  return until !== null && today > until ? 'over' : 'now'
}

type Targets = DisplayInfo['targets']

/** A month shifted by a number of months (negative: earlier): `2026-11` + 2 = `2027-01`. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/**
 * Tonnes in stored format: at most seven digits before and three after the decimal point; null:
 * invalid.
 */
export function tonnesOf(text: string): string | null {
  const bare = text.trim().replaceAll(/[,，\s]/g, '')
  return /^\d{1,7}(\.\d{1,3})?$/.test(bare) ? String(Number(bare)) : null
}

export const targetOf = (targets: Targets, month: string, processId: string): string =>
  targets.find((one) => one.month === month && one.processId === processId)?.tonnes ?? ''

/** One cell changed; empty text takes the target away. */
export function withTarget(targets: Targets, month: string, processId: string, tonnes: string): Targets {
  const others = targets.filter((one) => one.month !== month || one.processId !== processId)
  return tonnes === '' ? others : [...others, { month, processId, tonnes }]
}

interface Corner {
  readonly processes: readonly string[]
  readonly months: readonly string[]
  /** Where the first cell goes. */
  readonly row: number
  readonly column: number
}

/**
 * Cells in the clipboard format of spreadsheets, from one cell to the right and down. Cells beyond
 * the grid and invalid numbers are left out and counted.
 */
export function pasted(
  targets: Targets,
  text: string,
  { processes, months, row, column }: Corner,
): { readonly targets: Targets; readonly left: number } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  let now = targets
  let left = 0
  for (const [down, line] of lines.entries())
    for (const [across, cell] of line.split('\t').entries()) {
      const [processId, month] = [processes[row + down], months[column + across]]
      const tonnes = cell.trim() === '' ? '' : tonnesOf(cell)
      if (processId === undefined || month === undefined || tonnes === null) left += 1
      else now = withTarget(now, month, processId, tonnes)
    }
  return { targets: now, left }
}

/** Copies the targets of one month to another and replaces the existing ones. */
export function copied(targets: Targets, from: string, to: string): Targets {
  return [
    ...targets.filter(({ month }) => month !== to),
    ...targets.filter(({ month }) => month === from).map((one) => ({ ...one, month: to })),
  ]
}

/** A workshop or a machine on the plan with its position. */
export interface PositionedBox extends PlanBox {
  readonly kind: 'workshop' | 'machine'
  readonly id: string
}

type PlanState = Pick<DisplayInfo, 'plan' | 'workshops' | 'machines'>

const boxOf = ({ xM, yM, widthM, depthM }: PlanBox): PlanBox => ({ xM, yM, widthM, depthM })

/** All items on the plan; workshops lie below machines. */
export const positionedBoxes = ({ workshops, machines }: PlanState): readonly PositionedBox[] => [
  ...workshops.map(({ workshopId, ...box }) => ({ kind: 'workshop' as const, id: workshopId, ...box })),
  ...machines.map(({ machineId, ...box }) => ({ kind: 'machine' as const, id: machineId, ...box })),
]

/** The items with one moved, snapped to the grid and kept inside the plan. */
export function moved(
  state: PlanState,
  which: Pick<PositionedBox, 'kind' | 'id'>,
  to: PlanBox,
): Partial<DisplayInfo> {
  const box = clampInside(state.plan, {
    xM: snapped(to.xM),
    yM: snapped(to.yM),
    widthM: Math.max(snapM, snapped(to.widthM)),
    depthM: Math.max(snapM, snapped(to.depthM)),
  })
  return replaced(state, which, box)
}

/** One of them exactly there, as it was typed. */
export function replaced(
  state: PlanState,
  { kind, id }: Pick<PositionedBox, 'kind' | 'id'>,
  box: PlanBox,
): Partial<DisplayInfo> {
  return kind === 'workshop'
    ? {
        workshops: state.workshops.map((one) =>
          one.workshopId === id ? { workshopId: id, ...boxOf(box) } : one,
        ),
      }
    : {
        machines: state.machines.map((one) =>
          one.machineId === id ? { machineId: id, ...boxOf(box) } : one,
        ),
      }
}

export const without = (
  state: PlanState,
  { kind, id }: Pick<PositionedBox, 'kind' | 'id'>,
): Partial<DisplayInfo> =>
  kind === 'workshop'
    ? { workshops: state.workshops.filter(({ workshopId }) => workshopId !== id) }
    : { machines: state.machines.filter(({ machineId }) => machineId !== id) }

/** Step of each arrow key for the selected box; with Shift it resizes. */
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-snapM, 0],
  ArrowRight: [snapM, 0],
  ArrowUp: [0, -snapM],
  ArrowDown: [0, snapM],
}

/** The box after a key press; null: the key has no function here. */
export function steered(box: PlanBox, key: string, resizes: boolean): PlanBox | null {
  const step = steps[key]
  if (step === undefined) return null
  const [x, y] = step
  return resizes
    ? { ...boxOf(box), widthM: box.widthM + x, depthM: box.depthM + y }
    : { ...boxOf(box), xM: box.xM + x, yM: box.yM + y }
}

type Machine = DisplayPlaces['machines'][number]

/** Machines of the world that is shown, the simulated site's or the others. */
export const ofWorld = (machines: readonly Machine[], simulated: boolean): readonly Machine[] =>
  machines.filter(({ source }) => (source === 'sim') === simulated)

/** Size of a machine without registered size, metres. */
const usual = { widthM: 6, depthM: 4 }

/**
 * Places the remaining machines in rows: in their own workshop if it is on the plan, else anywhere.
 * Machines without room are left out.
 */
export function placeRest(
  state: PlanState,
  rest: readonly Machine[],
  world: ReadonlySet<string>,
): Partial<DisplayInfo> {
  let machines = [...state.machines]
  const onPlan = () => machines.filter(({ machineId }) => world.has(machineId))
  const byArea = Map.groupBy(rest, ({ workshopId }) =>
    state.workshops.find((bay) => bay.workshopId === workshopId),
  )
  for (const [bay, some] of byArea) {
    const area = bay ?? { xM: 0, yM: 0, ...state.plan }
    const sizes = some.map(({ widthM, depthM }) => ({
      widthM: widthM ?? usual.widthM,
      depthM: depthM ?? usual.depthM,
    }))
    const places = placesInRows(area, sizes, onPlan())
    machines = [
      ...machines,
      ...some.flatMap(({ id }, at) => {
        const box = places[at]
        return box === null || box === undefined ? [] : [{ machineId: id, ...box }]
      }),
    ]
  }
  return { machines }
}
