import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { PanelData, WallItems } from '@cloud-factory/domain/wall/wall-frame'
import type { MaintenanceData } from '@cloud-factory/domain/wall/wall-panels'
import type { Panel } from '../screen.types.ts'
import { type Box, gutter, itemOf } from './frame.rules.ts'

/** Height of a panel that has nothing to say, px. */
export const lineHeight = 48

export const nothingDue = (data: MaintenanceData): boolean =>
  data.next.length === 0 && data.openRepairs + data.overduePlans + data.dueChecks + data.sparesLow === 0

/** Panels that can have nothing to say, and when. A panel without an entry always shows its figures. */
const nothingToSay: { readonly [K in PanelKind]?: (data: PanelData[K]) => boolean } = {
  orders_at_risk: ({ orders }) => orders.length === 0,
  process_funnel: ({ steps }) => steps.length === 0,
  stop_pareto: ({ bars }) => bars.length === 0,
  defect_pareto: ({ bars }) => bars.length === 0,
  welding: ({ machines }) => machines.length === 0,
  weld_trace: ({ machine }) => machine === null,
  alarms: ({ rows }) => rows.length === 0,
  maintenance: nothingDue,
  notices: ({ notices }) => notices.length === 0,
  honours: ({ honours }) => honours.length === 0,
  environment: ({ readings }) => readings.length === 0,
  safety: ({ safety }) => safety === null,
  approvals: ({ total }) => total === 0,
  process_energy: ({ bars }) => bars.length === 0,
  site_dates: ({ open }) => open === 0,
  best_welders: ({ best }) => best.length === 0,
  weather: ({ station }) => station === null,
  crew_yield: ({ inspected }) => inspected === 0,
  model: ({ model }) => model === null,
}

/** Data that has not arrived is not nothing, nor is data that cannot be read: its panel says so itself. */
export function isQuiet(panel: Pick<Panel, 'kind' | 'options'>, items: WallItems): boolean {
  const data = itemOf(panel, items)?.data
  const isNothing = nothingToSay[panel.kind] as ((of: typeof data) => boolean) | undefined
  try {
    return data !== undefined && isNothing?.(data) === true
  } catch {
    return false
  }
}

interface PositionedPanel {
  readonly box: Box
  readonly quiet: boolean
}

/** Panels exactly above each other, from the top; `under` is the one that follows. */
function stackOf(first: PositionedPanel, all: readonly PositionedPanel[]): readonly PositionedPanel[] {
  const stack = [first]
  const under = ({ box }: PositionedPanel) =>
    all.find(
      (other) =>
        other.box.x === box.x &&
        other.box.width === box.width &&
        Math.abs(other.box.y - box.y - box.height - gutter) < 1,
    )
  for (let next = under(first); next !== undefined; next = under(next)) stack.push(next)
  return stack
}

/**
 * Boxes after quiet panels have become lines: their room goes to the others of the same stack, in
 * proportion to their heights. A stack of quiet panels alone stays as it is.
 */
export function yieldedBoxes(all: readonly PositionedPanel[]): readonly Box[] {
  const boxes = new Map<PositionedPanel, Box>()
  const isTop = (one: PositionedPanel) => !all.some((other) => stackOf(other, all).indexOf(one) > 0)
  for (const stack of all.filter(isTop).map((top) => stackOf(top, all))) {
    const quiet = stack.filter((one) => one.quiet)
    const loud = stack.filter((one) => !one.quiet)
    const freed = quiet.reduce((sum, { box }) => sum + Math.max(0, box.height - lineHeight), 0)
    const shared = loud.reduce((sum, { box }) => sum + box.height, 0)
    let y = stack[0]?.box.y ?? 0
    for (const one of stack) {
      const { height } = one.box
      const now =
        loud.length === 0 ? height : one.quiet ? Math.min(height, lineHeight) : height * (1 + freed / shared)
      boxes.set(one, { ...one.box, y, height: now })
      y += now + gutter
    }
  }
  return all.map((one) => boxes.get(one) ?? one.box)
}
