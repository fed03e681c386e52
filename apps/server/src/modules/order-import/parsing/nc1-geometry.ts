/** A point of a contour in mm; `radius` bends the way to the next point, positive against the clock. */
export interface ContourPoint {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** A hole of this radius is bored around the corner (notch letter `w`). */
  readonly bored: boolean
}

const next = <T>(items: readonly T[], at: number): T | undefined => items[(at + 1) % items.length]

/** Area between a chord and its arc; an arc is never more than half a circle (DSTV 1998, block AK). */
const segmentArea = (chord: number, radius: number): number => {
  const r = Math.max(Math.abs(radius), chord / 2)
  if (chord === 0 || r === 0) return 0
  const angle = 2 * Math.asin(Math.min(1, chord / (2 * r)))
  return (r * r * (angle - Math.sin(angle))) / 2
}

const turnAt = (before: ContourPoint, corner: ContourPoint, after: ContourPoint): number => {
  const into = Math.atan2(corner.y - before.y, corner.x - before.x)
  const out = Math.atan2(after.y - corner.y, after.x - corner.x)
  return Math.atan2(Math.sin(out - into), Math.cos(out - into))
}

/** What a bore around a corner takes from the plate: the part of its circle that lies in the steel. */
const boredArea = (points: readonly ContourPoint[], at: number, againstClock: boolean): number => {
  const corner = points[at]
  const before = points.at(at - 1)
  const after = next(points, at)
  if (!corner?.bored || before === undefined || after === undefined) return 0
  const inside = Math.PI - turnAt(before, corner, after) * (againstClock ? 1 : -1)
  return (corner.radius * corner.radius * inside) / 2
}

const signedArea = (points: readonly ContourPoint[], bend: 1 | -1): number => {
  let area = 0
  for (const [at, point] of points.entries()) {
    const to = next(points, at)
    if (to === undefined) continue
    area += (point.x * to.y - to.x * point.y) / 2
    const arc = point.bored ? 0 : Math.sign(point.radius) * bend
    if (arc !== 0) area += arc * segmentArea(Math.hypot(to.x - point.x, to.y - point.y), point.radius)
  }
  return area
}

const withoutEnd = (points: readonly ContourPoint[]): readonly ContourPoint[] => {
  const [first] = points
  const last = points.at(-1)
  const closed = first !== undefined && last !== undefined && points.length > 1
  return closed && first.x === last.x && first.y === last.y ? points.slice(0, -1) : points
}

/**
 * Area in mm² within a closed contour of lines and arcs, less what is bored out of its corners.
 * @param largestMm2 no contour is larger than its plate; one that is was written with the other sense of rotation
 */
export const contourArea = (
  written: readonly ContourPoint[],
  largestMm2 = Number.POSITIVE_INFINITY,
): number => {
  const points = withoutEnd(written)
  const direct = signedArea(points, 1)
  const signed = Math.abs(direct) > largestMm2 * 1.001 ? signedArea(points, -1) : direct
  const bored = points.reduce((sum, _, at) => sum + boredArea(points, at, signed > 0), 0)
  return Math.max(0, Math.abs(signed) - bored)
}

/** Round hole, or a slot whose ends are `lengthMm` and `widthMm` apart from centre to centre. */
export const holeArea = (diameter: number, lengthMm = 0, widthMm = 0): number =>
  (Math.PI * diameter * diameter) / 4 + diameter * (lengthMm + widthMm) + lengthMm * widthMm
