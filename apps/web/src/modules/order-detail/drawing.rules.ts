import type { PartGeometry } from '@cloud-factory/contract/order-import/import-revisions'

type Face = PartGeometry['holes'][number]['face']
type Point = PartGeometry['contours'][number]['points'][number]

export interface FaceDrawing {
  readonly face: Face
  /** mm. */
  readonly width: number
  readonly height: number
  readonly holes: PartGeometry['holes']
  /** Paths in mm, y upwards already turned down for the screen. */
  readonly outlines: readonly { readonly kind: 'outer' | 'inner' | 'mark'; readonly path: string }[]
}

const order: readonly Face[] = ['o', 'v', 'u', 'h']

/** Faces that have something on them, top flange first as on paper; the web or plate in any case. */
export function facesOf(geometry: PartGeometry): readonly FaceDrawing[] {
  return order.flatMap((face) => {
    const holes = geometry.holes.filter((hole) => hole.face === face)
    const contours = geometry.contours.filter((contour) => contour.face === face)
    if (face !== 'v' && holes.length === 0 && contours.length === 0) return []
    const size = sizeOf(geometry, face, contours, holes)
    return [
      {
        face,
        ...size,
        holes,
        outlines: contours.map(({ kind, points }) => ({
          kind,
          path: pathOf(points, size.height, kind !== 'mark'),
        })),
      },
    ]
  })
}

function sizeOf(
  geometry: PartGeometry,
  face: Face,
  contours: PartGeometry['contours'],
  holes: PartGeometry['holes'],
): { readonly width: number; readonly height: number } {
  const nominal = face === 'o' || face === 'u' ? geometry.flangeMm : geometry.heightMm
  const ys = [
    ...contours.flatMap(({ points }) => points.map(({ y }) => y)),
    ...holes.map(({ y, diameter }) => y + diameter / 2),
  ]
  const xs = [...contours.flatMap(({ points }) => points.map(({ x }) => x)), ...holes.map(({ x }) => x)]
  return { width: Math.max(geometry.lengthMm, 1, ...xs), height: Math.max(nominal, 1, ...ys) }
}

/** `radius` of a point bends the way to the next one; positive against the clock, which the screen turns round. */
function pathOf(points: readonly Point[], height: number, closed: boolean): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${first.x} ${height - first.y}`]
  let bend = first.radius
  for (const { x, y, radius } of rest) {
    const size = Math.abs(bend)
    parts.push(
      bend === 0 ? `L${x} ${height - y}` : `A${size} ${size} 0 0 ${bend > 0 ? 0 : 1} ${x} ${height - y}`,
    )
    bend = radius
  }
  return closed ? `${parts.join('')}Z` : parts.join('')
}
