export interface LinePoint {
  readonly x: number
  readonly y: number | null
}

/** A path through points, interrupted where a value is missing. */
export function linesOf(points: readonly LinePoint[]): string {
  let path = ''
  let pen = false
  for (const { x, y } of points) {
    if (y !== null) path += `${pen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    pen = y !== null
  }
  return path
}
