import { createHash } from 'node:crypto'
import {
  coordinateSteps,
  eachVertex,
  type GeometryChunk,
  type ChunkPart,
  type Shape,
} from '@cloud-factory/domain/model/geometry-chunk'

/** Lower and upper corner. */
export type Box = [number, number, number, number, number, number]

export const emptyBox = (): Box => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

export function growBox(box: Box, x: number, y: number, z: number): void {
  box[0] = Math.min(box[0], x)
  box[1] = Math.min(box[1], y)
  box[2] = Math.min(box[2], z)
  box[3] = Math.max(box[3], x)
  box[4] = Math.max(box[4], y)
  box[5] = Math.max(box[5], z)
}

/** A part as it was read: places are relative to the origin of the model. */
export interface RawPart extends Omit<ChunkPart, 'places'> {
  /** The largest of its member: shown first. */
  readonly isMain: boolean
  readonly storey: string
  readonly places: readonly { readonly shape: number; readonly matrix: Float32Array }[]
}

/** Shapes of a model, each once. Vertices that coincide are one, and triangles without area are left out. */
export class ShapeLibrary {
  readonly shapes: Shape[] = []
  /** Equal for equal shapes, whatever their place. */
  readonly hashes: string[] = []
  readonly #known = new Map<string, number>()

  /**
   * Adds the mesh of a part: `vertices` has `stride` numbers each, of which the first three are the place.
   * Returns the number of the shape and the corner that it has to be moved by; null: nothing to show.
   */
  add(vertices: Float32Array, stride: number, indices: Uint32Array): { shape: number; corner: Box } | null {
    const box = emptyBox()
    for (const index of indices) {
      const [x = NaN, y = NaN, z = NaN] = vertices.subarray(index * stride, index * stride + 3)
      if (!Number.isFinite(x + y + z)) return null
      growBox(box, x, y, z)
    }
    if (box[0] > box[3]) return null
    const shape = weld(vertices, stride, indices, box)
    if (shape.indices.length === 0) return null
    const hash = hashOf(shape)
    let number = this.#known.get(hash)
    if (number === undefined) {
      number = this.shapes.push(shape) - 1
      this.hashes.push(hash)
      this.#known.set(hash, number)
    }
    return { shape: number, corner: box }
  }
}

function weld(vertices: Float32Array, stride: number, indices: Uint32Array, box: Box): Shape {
  const size = [box[3] - box[0], box[4] - box[1], box[5] - box[2]]
  const numbers = new Map<string, number>()
  const positions: number[] = []
  const step = (value: number, axis: number): number => {
    const extent = size[axis] ?? 0
    return extent === 0 ? 0 : Math.round(((value - (box[axis] ?? 0)) / extent) * coordinateSteps)
  }
  const welded: number[] = []
  for (const index of indices) {
    const place = [0, 1, 2].map((axis) => step(vertices[index * stride + axis] ?? 0, axis))
    const key = place.join()
    let number = numbers.get(key)
    if (number === undefined) {
      number = numbers.size
      numbers.set(key, number)
      positions.push(...place)
    }
    welded.push(number)
  }
  const triangles: number[] = []
  for (let at = 0; at + 2 < welded.length; at += 3) {
    const [a = 0, b = 0, c = 0] = welded.slice(at, at + 3)
    if (a !== b && b !== c && a !== c) triangles.push(a, b, c)
  }
  return {
    // The corner belongs to the place, so that equal parts anywhere have one shape.
    box: Float32Array.of(0, 0, 0, ...size),
    positions: Uint16Array.from(positions),
    indices: Uint32Array.from(triangles),
  }
}

/** Sizes to a tenth of a millimetre: readers compute them with rounding errors. */
function hashOf({ box, positions, indices }: Shape): string {
  const hash = createHash('sha256')
  hash.update([...box].map((value) => Math.round(value * 10_000)).join())
  // Rounding moves a coordinate by one of 65 535 steps.
  hash.update(Uint16Array.from(positions, (value) => (value + 8) >> 4))
  hash.update(indices)
  return hash.digest('base64url').slice(0, 22)
}

/** Volume of a closed mesh, cubic metres. */
export function volumeOf(shape: Shape): number {
  const at: number[] = []
  eachVertex(shape, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], (x, y, z) => at.push(x, y, z))
  let volume = 0
  const { indices } = shape
  for (let index = 0; index + 2 < indices.length; index += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const from = (indices[index + corner] ?? 0) * 3
      return [at[from] ?? 0, at[from + 1] ?? 0, at[from + 2] ?? 0] as const
    }) as [Corner, Corner, Corner]
    volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6
  }
  return Math.abs(volume)
}
type Corner = readonly [number, number, number]

/** So many triangles at most in one portion, unless one part has more. */
const maxTriangles = 120_000
/** The first portion is small, so that something is on the screen soon. */
const firstTriangles = 30_000

/** Distributes parts over portions: the main parts of all members first, storey by storey. */
export function* chunksOf(library: ShapeLibrary, parts: readonly RawPart[]): Generator<GeometryChunk> {
  const ordered = parts.toSorted(
    (a, b) => Number(b.isMain) - Number(a.isMain) || compare(a.storey, b.storey) || a.member - b.member,
  )
  let portion: RawPart[] = []
  let triangles = 0
  let limit = firstTriangles
  for (const part of ordered) {
    const own = trianglesOf(library, part)
    if (portion.length > 0 && triangles + own > limit) {
      yield chunkOf(library, portion)
      portion = []
      triangles = 0
      limit = maxTriangles
    }
    portion.push(part)
    triangles += own
  }
  if (portion.length > 0) yield chunkOf(library, portion)
}

export const trianglesOf = (
  { shapes }: { readonly shapes: readonly Shape[] },
  { places }: Pick<RawPart, 'places'>,
): number => places.reduce((sum, { shape }) => sum + (shapes[shape]?.indices.length ?? 0) / 3, 0)

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** A portion has the shapes that its own parts need. */
function chunkOf({ shapes }: ShapeLibrary, parts: readonly RawPart[]): GeometryChunk {
  const own: Shape[] = []
  const numbers = new Map<number, number>()
  const numberOf = (shape: number): number => {
    const known = numbers.get(shape)
    if (known !== undefined) return known
    const number = own.push(shapes[shape] as Shape) - 1
    numbers.set(shape, number)
    return number
  }
  return {
    parts: parts.map(({ member, guid, mark, profile, places }) => ({
      member,
      guid,
      mark,
      profile,
      places: places.map(({ shape, matrix }) => ({ shape: numberOf(shape), matrix })),
    })),
    shapes: own,
  }
}
