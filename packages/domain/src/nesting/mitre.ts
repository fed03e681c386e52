/** What an NC1 file draws of a part; millimetres from the lower left corner of a face. */
interface PartOutline {
  readonly heightMm: number
  readonly contours: readonly {
    /** v, h: web; o, u: flanges. */
    readonly face: string
    readonly kind: string
    readonly points: readonly Point[]
  }[]
}

interface Point {
  readonly x: number
  readonly y: number
  /** Bends the way to the next point; 0: straight. */
  readonly radius: number
}

/**
 * Angles between the cuts and a square cut in whole tenths of a degree, positive where the upper edge begins or ends
 * further along the bar. Ends of the same angle are parallel and share one cut.
 */
export interface MitreEnds {
  readonly left: number
  readonly right: number
}

/** Figures in a part file have two decimals; the same corner may be written twice with a slightly different one. */
const toleranceMm = 0.1
/** Between the part file and the list, and between the part file and the catalogue. */
const lengthToleranceMm = 0.5
const heightToleranceMm = 1
/** No saw cuts further from square. */
const maxAngle = 700

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= toleranceMm

/** Corners of a closed contour, without points on its straight edges. */
function cornersOf(points: readonly Point[]): readonly Point[] {
  const [first] = points
  const last = points.at(-1)
  const isClosed =
    first !== undefined &&
    last !== undefined &&
    points.length > 1 &&
    isNear(first.x, last.x) &&
    isNear(first.y, last.y)
  const open = isClosed ? points.slice(0, -1) : points
  return open.filter((point, at) => {
    const before = open.at(at - 1) ?? point
    const after = open[(at + 1) % open.length] ?? point
    const [dx, dy] = [after.x - before.x, after.y - before.y]
    const off =
      Math.abs(dx * (point.y - before.y) - dy * (point.x - before.x)) / Math.max(1, Math.hypot(dx, dy))
    return off > toleranceMm
  })
}

/** Whether both ends of a flange are square to it: a compound cut is no mitre that neighbours share. */
function isRectangle(points: readonly Point[]): boolean {
  const xs = points.map(({ x }) => x)
  const [low, high] = [Math.min(...xs), Math.max(...xs)]
  return points.every(({ x, radius }) => radius === 0 && (isNear(x, low) || isNear(x, high)))
}

/** Rounded towards square, so that parts which share a cut are never moved closer together than their true angles allow. */
function angleOf(riseMm: number, heightMm: number): number {
  const tenths = (Math.atan2(Math.abs(riseMm), heightMm) * 1800) / Math.PI
  return Math.sign(riseMm) * Math.floor(tenths + 0.05) + 0
}

/** The four corners of a web that is a quadrilateral over the whole height; null: it has another shape. */
function webCorners(points: readonly Point[], heightMm: number) {
  const corners = cornersOf(points)
  if (corners.length !== 4 || corners.some(({ radius }) => radius !== 0)) return null
  const edge = (y: number) =>
    corners
      .filter((corner) => isNear(corner.y, y))
      .map(({ x }) => x)
      .toSorted((a, b) => a - b)
  const [lower, upper] = [edge(0), edge(heightMm)]
  if (lower.length !== 2 || upper.length !== 2) return null
  const [lowerLeft = 0, lowerRight = 0] = lower
  const [upperLeft = 0, upperRight = 0] = upper
  return { lowerLeft, lowerRight, upperLeft, upperRight }
}

/**
 * The mitre cuts of a part whose web is a quadrilateral over the whole height of the profile, with square flanges. The
 * header of an NC1 file has angles, too, but programs do not agree on their signs; the contour leaves no doubt.
 * @returns null when the ends have another shape, or the file is of another length or height than the part
 */
export function mitreEnds(
  { heightMm, contours }: PartOutline,
  part: { readonly lengthMm: number; readonly heightMm: number },
): MitreEnds | null {
  if (Math.abs(heightMm - part.heightMm) > heightToleranceMm) return null
  const outer = contours.filter(({ kind }) => kind === 'outer')
  const webs = outer.filter(({ face }) => face === 'v')
  const flanges = outer.filter(({ face }) => face === 'o' || face === 'u')
  if (webs.length !== 1 || !flanges.every(({ points }) => isRectangle(points))) return null
  const corners = webCorners(webs[0]?.points ?? [], heightMm)
  if (corners === null) return null
  const { lowerLeft, lowerRight, upperLeft, upperRight } = corners
  const length = Math.max(lowerRight, upperRight) - Math.min(lowerLeft, upperLeft)
  if (Math.abs(length - part.lengthMm) > lengthToleranceMm) return null
  const ends = {
    left: angleOf(upperLeft - lowerLeft, heightMm),
    right: angleOf(upperRight - lowerRight, heightMm),
  }
  return Math.max(Math.abs(ends.left), Math.abs(ends.right)) > maxAngle ? null : ends
}

/** A part in a bar: from tip to tip, with the angles of its ends in degrees. */
interface MitredPart {
  readonly fromMm: number
  readonly lengthMm: number
  readonly leftDeg: number
  readonly rightDeg: number
}

const riseOf = (degrees: number, heightMm: number): number => heightMm * Math.tan((degrees * Math.PI) / 180)

/** Where both edges of a part begin and end along its bar. */
export function mitredEdges({ fromMm, lengthMm, leftDeg, rightDeg }: MitredPart, heightMm: number) {
  const [left, right] = [riseOf(leftDeg, heightMm), riseOf(rightDeg, heightMm)]
  const lower = { from: fromMm - Math.min(0, left), to: fromMm + lengthMm - Math.max(0, right) }
  return { lower, upper: { from: lower.from + left, to: lower.to + right } }
}

/** By how much parts in their order overlap along the bar: what their shared mitre cuts save. */
export function sharedLength(parts: readonly { readonly from: number; readonly length: number }[]): number {
  let shared = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { from, length } of parts) {
    shared += Math.max(0, end - from)
    end = from + length
  }
  return shared
}
