import type { PartGeometry } from '@cloud-factory/contract/part-drawings'
import type { Blocks, Contour } from './nc1-blocks.ts'
import type { Nc1Header } from './nc1-header.ts'

/** More than a person can see; such a part is drawn by its outline alone. */
const MOST_HOLES = 2_000
const MOST_POINTS = 5_000

const faces: ReadonlySet<string> = new Set(['v', 'h', 'o', 'u'])
const faceOf = (letter: string): 'v' | 'h' | 'o' | 'u' =>
  faces.has(letter) ? (letter as 'v' | 'h' | 'o' | 'u') : 'v'
const mm = (figure: number): number => Math.round(figure * 100) / 100

const drawn =
  (kind: 'outer' | 'inner' | 'mark') =>
  ({ face, points }: Contour) => ({
    face: faceOf(face),
    kind,
    points: points.map(({ x, y, radius, bored }) => ({ x: mm(x), y: mm(y), radius: bored ? 0 : mm(radius) })),
  })

/** Faces of a part with their holes and contours, for its drawing; undefined when there is nothing to draw. */
export const drawingOf = (header: Nc1Header, code: string, blocks: Blocks): PartGeometry | undefined => {
  const figure = (field: 'length' | 'height' | 'flangeWidth'): number => header.figures.get(field) ?? 0
  const contours = [
    ...blocks.outer.map(drawn('outer')),
    ...blocks.inner.map(drawn('inner')),
    ...blocks.marked.map(drawn('mark')),
  ].filter(({ points }) => points.length > 1)
  const points = contours.reduce((sum, contour) => sum + contour.points.length, 0)
  if (figure('length') <= 0 || figure('height') <= 0) return undefined
  if (blocks.drawn.length === 0 && contours.length === 0) return undefined
  return {
    lengthMm: mm(figure('length')),
    heightMm: mm(figure('height')),
    flangeMm: code === 'B' ? 0 : mm(figure('flangeWidth')),
    holes: blocks.drawn.slice(0, MOST_HOLES).map((hole) => ({
      face: faceOf(hole.face),
      x: mm(hole.x),
      y: mm(hole.y),
      diameter: mm(hole.diameter),
      depth: mm(hole.depth),
      length: mm(hole.length),
      width: mm(hole.width),
      angle: mm(hole.angle),
    })),
    contours: points > MOST_POINTS ? [] : contours,
  }
}
