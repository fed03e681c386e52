import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { WeldingCell, WeldTrace } from '@cloud-factory/domain/wall/wall-panels'
import type { WallFacts, WeldWindow } from './facts.types.ts'
import { valueOf } from './readings.ts'
import { item, newest, trustOf } from './trust.rules.ts'
import { heatInput, inWindow, isArc, windowShare } from './welding.rules.ts'
import type { MachineNow, WallScope } from './wall.types.ts'
import { rounded } from './grams.rules.ts'
import type { View } from './view.types.ts'

type Windows = Readonly<Record<'gantry_saw' | 'robot', WeldWindow | null>>

async function welders(facts: WallFacts, scope: WallScope) {
  const [all, gantry, robot] = await Promise.all([
    facts.machines(scope),
    facts.weldWindow('gantry_saw'),
    facts.weldWindow('robot'),
  ])
  const windows: Windows = { gantry_saw: gantry, robot }
  const machines = all.filter(({ machine }) => machine.class === 'gantry_saw' || machine.class === 'robot')
  return { machines, windows }
}
const windowOf = ({ machine }: MachineNow, windows: Windows): WeldWindow | null =>
  machine.class === 'robot' ? windows.robot : windows.gantry_saw

/** Welding machines with their arcs, compared with the windows of the active procedures. */
export async function welding({ facts, scope }: View): Promise<Item<WeldingCell>> {
  const { machines, windows } = await welders(facts, scope)
  const { arcOn } = await facts.figures(scope, await facts.day())
  const shares = machines.flatMap((one) => {
    const points = facts.trace(one.machine.id)
    const share = windowShare(points, windowOf(one, windows))
    return share === null ? [] : [{ share, points: points.filter(isArc).length }]
  })
  const judged = shares.reduce((sum, { points }) => sum + points, 0)
  const inside = shares.reduce((sum, { share, points }) => sum + share * points, 0)
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length),
    {
      arcOn: rounded(arcOn, 4),
      inWindow: judged === 0 ? null : rounded(inside / judged, 4),
      machines: machines.map((one) => {
        const arc = { currentA: valueOf(one, 'current'), voltageV: valueOf(one, 'voltage') }
        const speedMmMin = valueOf(one, 'travel_speed')
        return {
          id: String(one.machine.id),
          code: one.machine.code,
          state: one.state,
          currentA: rounded(arc.currentA, 1),
          voltageV: rounded(arc.voltageV, 1),
          speedMmMin: rounded(speedMmMin, 0),
          heatKjMm: isArc(arc) ? rounded(heatInput(arc.currentA, arc.voltageV, speedMmMin), 2) : null,
          inWindow: inWindow(arc, windowOf(one, windows)),
        }
      }),
      window: windows.gantry_saw ?? windows.robot,
    },
  )
}

/** The welding machine to show: one outside its window, otherwise one with an arc, otherwise the first. */
function chosen(machines: readonly MachineNow[], windows: Windows, facts: WallFacts): MachineNow | null {
  const rank = (one: MachineNow) => {
    const last = facts.trace(one.machine.id).at(-1)
    if (last === undefined || one.state !== 'running' || !isArc(last)) return 2
    return inWindow(last, windowOf(one, windows)) === false ? 0 : 1
  }
  return machines.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

/** The last minute of one welding machine. */
export async function weldTrace({ facts, scope }: View): Promise<Item<WeldTrace>> {
  const { machines, windows } = await welders(facts, scope)
  const asked = machines.find(({ machine }) => String(machine.id) === scope.tracedId)
  const one = asked ?? chosen(machines, windows, facts)
  if (one === null) return item(null, 'none', { machine: null, points: [], window: null })
  const { id, code, name } = one.machine
  const points = facts.trace(id)
  return item(one.heardAt, points.length === 0 ? 'none' : 'good', {
    machine: { id: String(id), code, name },
    points: points.map(({ at, currentA, voltageV }) => ({
      at,
      currentA: rounded(currentA, 1),
      voltageV: rounded(voltageV, 1),
    })),
    window: windowOf(one, windows),
  })
}
