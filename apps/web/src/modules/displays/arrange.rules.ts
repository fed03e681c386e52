import { boxesOverlap } from '@cloud-factory/contract/displays/screen-layout.rules'
import type { Panel } from '@cloud-factory/contract/displays/screens'
import type { Canvas } from '@cloud-factory/domain/displays/display-enums'
import { moved, resized } from './editor.rules.ts'

/** Panels by their places in the page's list. */
type Targets = ReadonlyMap<number, Panel>

/** How far panels are moved or resized, in cells. */
export interface Step {
  readonly dx: number
  readonly dy: number
  readonly isSize: boolean
}

const between = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))

/** The chosen panels after a step: moved together as far as the grid allows, or each resized. */
export function stepOf(
  panels: readonly Panel[],
  chosen: readonly number[],
  { dx, dy, isSize }: Step,
  canvas: Canvas,
): Targets {
  const own = chosen.flatMap((at) => (panels[at] === undefined ? [] : [[at, panels[at]] as const]))
  if (isSize) return new Map(own.map(([at, panel]) => [at, resized(panel, dx, dy, canvas)]))
  const room = (low: number, high: number, size: number, by: number) =>
    between(by, -low, Math.max(-low, size - high))
  const all = own.map(([, panel]) => panel)
  const x = room(
    Math.min(...all.map((panel) => panel.x)),
    Math.max(...all.map((panel) => panel.x + panel.width)),
    canvas.columns,
    dx,
  )
  const y = room(
    Math.min(...all.map((panel) => panel.y)),
    Math.max(...all.map((panel) => panel.y + panel.height)),
    canvas.rows,
    dy,
  )
  return new Map(own.map(([at, panel]) => [at, moved(panel, x, y, canvas)]))
}

const hits = (panel: Panel, others: readonly Panel[]): boolean =>
  others.some((other) => boxesOverlap(panel, other))

/** The free place nearest to a panel's own, which may be its own; null: there is none of its size. */
function nearestFree(panel: Panel, occupied: readonly Panel[], canvas: Canvas): Panel | null {
  let best: Panel | null = null
  let shortest = Number.POSITIVE_INFINITY
  for (let y = 0; y + panel.height <= canvas.rows; y += 1)
    for (let x = 0; x + panel.width <= canvas.columns; x += 1) {
      const way = Math.abs(x - panel.x) + Math.abs(y - panel.y)
      const there = { ...panel, x, y }
      if (way >= shortest || hits(there, occupied)) continue
      shortest = way
      best = there
    }
  return best
}

/** The page with these panels where they are to be and the others moved aside; null: there is no room for them. */
export function madeRoom(panels: readonly Panel[], targets: Targets, canvas: Canvas): Panel[] | null {
  const movers = [...targets.values()]
  const occupied = [...movers, ...panels.filter((panel, at) => !targets.has(at) && !hits(panel, movers))]
  const after: Panel[] = []
  for (const [at, panel] of panels.entries()) {
    const own = targets.get(at)
    if (own !== undefined || !hits(panel, movers)) {
      after.push(own ?? panel)
      continue
    }
    const free = nearestFree(panel, occupied, canvas)
    if (free === null) return null
    occupied.push(free)
    after.push(free)
  }
  return after
}

/** The page with these panels where they are to be, whatever they cover. */
export const covered = (panels: readonly Panel[], targets: Targets): Panel[] =>
  panels.map((panel, at) => targets.get(at) ?? panel)

/** Panels to add, each at its own place or the nearest free one; those without room are left out. */
export function positionedAmong(panels: readonly Panel[], added: readonly Panel[], canvas: Canvas): Panel[] {
  const positioned: Panel[] = []
  for (const panel of added) {
    const free = nearestFree(panel, [...panels, ...positioned], canvas)
    if (free !== null) positioned.push(free)
  }
  return positioned
}

/** Edges that the chosen panels share with others, in cells. */
interface Guides {
  readonly columns: readonly number[]
  readonly rows: readonly number[]
}

export function guidesOf(panels: readonly Panel[], chosen: readonly number[]): Guides {
  const own = panels.filter((_, at) => chosen.includes(at))
  const others = panels.filter((_, at) => !chosen.includes(at))
  const shared = (edgesOf: (panel: Panel) => readonly number[]) => {
    const theirs = new Set(others.flatMap(edgesOf))
    return [...new Set(own.flatMap(edgesOf))].filter((edge) => theirs.has(edge))
  }
  return {
    columns: shared(({ x, width }) => [x, x + width]),
    rows: shared(({ y, height }) => [y, y + height]),
  }
}
