/** A point of a contour in mm; `radius` bends the way to the next point, positive against the clock. */
interface ContourPoint {
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

/** DSTV NC1, 7th edition 1998: a block begins with its letters in column 1, its data with two blanks. */
const BLOCK = /^(BO|SI|AK|IK|PU|KO|SC|TO|UE|PR|KA|IN|EN|ST|[EBSAIPK][0-9])\s*$/

export const isBlockCode = (line: string): boolean => BLOCK.test(line.trimEnd())

export const isComment = (line: string): boolean => line.trimStart().startsWith('**')

export interface Contour {
  readonly face: string
  readonly points: ContourPoint[]
  /** Line of its block, from 1. */
  readonly row: number
}

/** A hole as it is drawn: mm from the corner of its face, a slot with its two lengths and its angle in degrees. */
interface DrawnHole {
  readonly face: string
  readonly x: number
  readonly y: number
  readonly diameter: number
  /** 0: through. */
  readonly depth: number
  readonly length: number
  readonly width: number
  readonly angle: number
}

export interface Blocks {
  readonly drawn: DrawnHole[]
  /** Powder and punch lines (PU, KO): drawn, not cut. */
  readonly marked: Contour[]
  holes: number
  /** Area in mm² that round holes and slots take through the whole thickness. */
  holeAreaMm2: number
  readonly outer: Contour[]
  readonly inner: Contour[]
  ended: boolean
  /** Lines with data that nobody understands, from 1. */
  readonly strange: number[]
}

/** Data is free in its columns: figures end where letters begin, `100.00u100.00s18.0`. */
const tokens = (line: string): string[] => line.match(/[A-Za-z]+|[-+]?(?:\d+\.?\d*|\.\d+)/g) ?? []

const isLetters = (token: string): boolean => /^[A-Za-z]/.test(token)

interface Datum {
  readonly face: string | null
  readonly figures: readonly number[]
  /** Letters behind each figure; the first is that of the first figure. */
  readonly marks: readonly string[]
}

const readDatum = (line: string): Datum => {
  const found = tokens(line)
  const face = found[0] !== undefined && isLetters(found[0]) ? found[0].toLowerCase() : null
  const figures: number[] = []
  const marks: string[] = []
  for (const token of face === null ? found : found.slice(1)) {
    if (isLetters(token)) marks[Math.max(0, figures.length - 1)] = token.toLowerCase()
    else figures.push(Number(token))
  }
  return { face, figures, marks }
}

/** Block BO: x, y, diameter, depth (0: through), and for a slot its two lengths. `m` is a mark, not a hole. */
const addHole = (blocks: Blocks, line: string, row: number): void => {
  const { face, figures, marks } = readDatum(line)
  const [x, y, diameter, depth, length, width, angle] = Array.from(
    { length: 7 },
    (_, at) => figures[at] ?? 0,
  ) as [number, number, number, number, number, number, number]
  if (figures.length < 3) blocks.strange.push(row)
  else if (diameter > 0 && marks[1] !== 'm' && marks[2] !== 'm') {
    blocks.holes += 1
    const on = face ?? blocks.drawn.at(-1)?.face ?? 'v'
    blocks.drawn.push({ face: on, x, y, diameter, depth, length, width, angle })
    if (depth === 0) blocks.holeAreaMm2 += holeArea(diameter, Math.max(0, length), Math.max(0, width))
  }
}

const addPoint = (contour: Contour, blocks: Blocks, line: string, row: number): Contour => {
  const { face, figures, marks } = readDatum(line)
  const [x, y, radius = 0] = figures
  if (x === undefined || y === undefined) {
    blocks.strange.push(row)
    return contour
  }
  const target = face !== null && contour.points.length === 0 ? { ...contour, face } : contour
  target.points.push({ x, y, radius, bored: marks[1] === 'w' })
  return target
}

/** Reads everything behind the header; blocks that carry no material (marks, bends, cuts) are passed over. */
export const readBlocks = (lines: readonly string[], from: number): Blocks => {
  const blocks: Blocks = {
    drawn: [],
    marked: [],
    holes: 0,
    holeAreaMm2: 0,
    outer: [],
    inner: [],
    ended: false,
    strange: [],
  }
  let block = ''
  for (let at = from; at < lines.length && !blocks.ended; at++) {
    const line = lines[at] ?? ''
    if (isBlockCode(line)) {
      block = line.trim()
      blocks.ended = block === 'EN'
      const contours = contoursOf(blocks, block)
      contours?.push({ face: 'v', points: [], row: at + 1 })
    } else if (line.trim() !== '' && !isComment(line)) addLine(blocks, block, line, at + 1)
  }
  return blocks
}

const contoursOf = (blocks: Blocks, block: string): Contour[] | null => {
  if (block === 'AK') return blocks.outer
  if (block === 'KO' || block === 'PU') return blocks.marked
  return block === 'IK' ? blocks.inner : null
}

const addLine = (blocks: Blocks, block: string, line: string, row: number): void => {
  if (/^B[O\d]$/.test(block)) addHole(blocks, line, row)
  const contours = contoursOf(blocks, block)
  const last = contours?.at(-1)
  if (contours !== null && last !== undefined)
    contours[contours.length - 1] = addPoint(last, blocks, line, row)
}

/** Area in mm² of a plate after its contours and holes; `null` when they cannot be those of this plate. */
export const plateNetArea = (blocks: Blocks, grossMm2: number): number | null => {
  const outer = blocks.outer.filter(({ points }) => points.length > 2)
  const front = outer.filter(({ face }) => face === 'v')
  const chosen = front.length > 0 ? front : outer.slice(0, 1)
  const outline =
    chosen.length === 0
      ? grossMm2
      : chosen.reduce((sum, contour) => sum + contourArea(contour.points, grossMm2), 0)
  const cut = blocks.inner.reduce((sum, contour) => sum + contourArea(contour.points, grossMm2), 0)
  const net = outline - cut - blocks.holeAreaMm2
  return net > 0 && outline <= grossMm2 * 1.01 ? net : null
}
