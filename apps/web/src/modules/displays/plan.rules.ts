import type { DisplayInfo, DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import {
  keptInside,
  type PlanBox,
  placesInRows,
  snapM,
  snapped,
} from '@cloud-factory/domain/displays/plan-layout.rules'

/** A workshop or a machine on the plan with its position. */
export interface Placed extends PlanBox {
  readonly kind: 'workshop' | 'machine'
  readonly id: string
}

type PlanState = Pick<DisplayInfo, 'plan' | 'workshops' | 'machines'>

const boxOf = ({ xM, yM, widthM, depthM }: PlanBox): PlanBox => ({ xM, yM, widthM, depthM })

/** All items on the plan; workshops lie below machines. */
export const placedOf = ({ workshops, machines }: PlanState): readonly Placed[] => [
  ...workshops.map(({ workshopId, ...box }) => ({ kind: 'workshop' as const, id: workshopId, ...box })),
  ...machines.map(({ machineId, ...box }) => ({ kind: 'machine' as const, id: machineId, ...box })),
]

/** The items with one moved, snapped to the grid and kept inside the plan. */
export function moved(
  state: PlanState,
  which: Pick<Placed, 'kind' | 'id'>,
  to: PlanBox,
): Partial<DisplayInfo> {
  const box = keptInside(state.plan, {
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
  { kind, id }: Pick<Placed, 'kind' | 'id'>,
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

export const without = (state: PlanState, { kind, id }: Pick<Placed, 'kind' | 'id'>): Partial<DisplayInfo> =>
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
export function restPlaced(
  state: PlanState,
  rest: readonly Machine[],
  world: ReadonlySet<string>,
): Partial<DisplayInfo> {
  let machines = [...state.machines]
  const standing = () => machines.filter(({ machineId }) => world.has(machineId))
  const byArea = Map.groupBy(rest, ({ workshopId }) =>
    state.workshops.find((bay) => bay.workshopId === workshopId),
  )
  for (const [bay, some] of byArea) {
    const area = bay ?? { xM: 0, yM: 0, ...state.plan }
    const sizes = some.map(({ widthM, depthM }) => ({
      widthM: widthM ?? usual.widthM,
      depthM: depthM ?? usual.depthM,
    }))
    const places = placesInRows(area, sizes, standing())
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
