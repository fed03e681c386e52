/** Width and height of a chart that is scaled as a whole. */
export const frame = { width: 960, height: 250, left: 52, right: 12, top: 10, bottom: 22 } as const

export interface Axis {
  readonly x: (index: number) => number
  readonly y: (value: number) => number
  /** Values of the grid lines. */
  readonly ticks: readonly number[]
}

/** Axes for this many points, from their values and limits. Without values: 0 to 1. */
export function axisOf(count: number, values: readonly number[], width: number = frame.width): Axis {
  const ticks = ticksOf(Math.min(...values), Math.max(...values))
  const [low = 0] = ticks
  const high = ticks.at(-1) ?? 1
  const { height, left, right, top, bottom } = frame
  const step = (width - left - right) / Math.max(count, 1)
  return {
    x: (index) => left + step * (index + 0.5),
    y: (value) => top + ((high - value) / (high - low)) * (height - top - bottom),
    ticks,
  }
}

/** About five round values around the two given ones. */
export function ticksOf(low: number, high: number): number[] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1]
  const span = high - low || Math.abs(high) || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  // Counted in whole steps: adding fractions would accumulate errors.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** A path through points; a limit that changes from point to point is drawn as steps. */
export function pathOf(axis: Axis, values: readonly (number | null)[], stairs = false): string {
  const half = stairs ? axis.x(0.5) - axis.x(0) : 0
  let pen = 'M'
  return values
    .map((value, index) => {
      if (value === null) {
        pen = 'M'
        return ''
      }
      const y = axis.y(value).toFixed(1)
      const at = (x: number) => `${pen}${x.toFixed(1)} ${y}`
      const from = at(axis.x(index) - half)
      pen = 'L'
      return stairs ? `${from}${at(axis.x(index) + half)}` : from
    })
    .join('')
}
