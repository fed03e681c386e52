import {
  eachVertex,
  type GeometryChunk,
  type Place,
  type Shape,
} from '@cloud-factory/domain/model/geometry-chunk'
import { ColouredMesh, type Painted } from './coloured-mesh.ts'
import type { Paint } from './member-view.rules.ts'
import { Box3, type Mesh, type Plane, type Ray, Vector3 } from 'three'

/** A part's piece of the buffers. */
interface Range extends Painted {
  readonly firstIndex: number
  readonly indices: number
  readonly box: Box3
}

export interface Hit {
  readonly member: number
  readonly distance: number
}

interface Corner {
  readonly at: Vector3
  readonly angle: number
}

/** Members that are less opaque cannot be chosen. */
const minOpacity = 0.4

/** A portion of the model, whole and coarse. */
export class Portion {
  readonly box = new Box3()
  readonly #ranges: Range[] = []
  readonly #whole: ColouredMesh
  readonly #coarse: ColouredMesh
  readonly #positions: Float32Array
  readonly #indices: Uint32Array

  /** `known`: members that other portions draw coarsely; those of this one are added. */
  constructor(chunk: GeometryChunk, known: Set<number>) {
    const { vertices, indices } = sizeOf(chunk)
    this.#positions = new Float32Array(vertices * 3)
    this.#indices = new Uint32Array(indices)
    this.#fill(chunk)
    this.#whole = new ColouredMesh(this.#positions, this.#indices, this.#ranges)
    const bars = coarseBars(chunk, known)
    this.#coarse = new ColouredMesh(bars.positions, bars.indices, bars.ranges)
    this.#coarse.setVisible(false)
  }

  get meshes(): readonly Mesh[] {
    return [...this.#whole.meshes, ...this.#coarse.meshes]
  }

  /** Shows a bar for each member in place of its parts, which is drawn sooner. */
  setCoarse(isCoarse: boolean): void {
    this.#whole.setVisible(!isCoarse)
    this.#coarse.setVisible(isCoarse)
  }

  #fill({ shapes, parts }: GeometryChunk): void {
    let vertex = 0
    let index = 0
    for (const { member, places } of parts) {
      const [firstVertex, firstIndex] = [vertex, index]
      const box = new Box3()
      for (const { shape, matrix } of places) {
        const found = shapes[shape]
        if (found === undefined) continue
        for (const one of found.indices) this.#indices[index++] = one + vertex
        eachVertex(found, matrix, (x, y, z) => {
          this.#positions[vertex * 3] = x
          this.#positions[vertex * 3 + 1] = y
          this.#positions[vertex * 3 + 2] = z
          vertex += 1
          box.expandByPoint(point.set(x, y, z))
        })
      }
      this.box.union(box)
      this.#ranges.push({
        member,
        firstVertex,
        vertices: vertex - firstVertex,
        firstIndex,
        indices: index - firstIndex,
        box,
      })
    }
  }

  /** Colours all members; returns whether any has another colour than before. */
  paint(paint: Paint): boolean {
    this.#coarse.paint(paint)
    return this.#whole.paint(paint)
  }

  /** The nearest member on a ray that is no ghost and that no plane cuts away. */
  hit(ray: Ray, planes: readonly Plane[]): Hit | null {
    let nearest: Hit | null = null
    for (const range of this.#ranges) {
      if (this.#whole.opacityAt(range.firstVertex) < minOpacity || !ray.intersectsBox(range.box)) continue
      const distance = this.#distance(ray, range, planes)
      if (distance < (nearest?.distance ?? Infinity)) nearest = { member: range.member, distance }
    }
    return nearest
  }

  #distance(ray: Ray, { firstIndex, indices }: Range, planes: readonly Plane[]): number {
    let nearest = Infinity
    for (let at = firstIndex; at < firstIndex + indices; at += 3) {
      const [a, b, c] = corners.map((corner, number) =>
        corner.fromArray(this.#positions, (this.#indices[at + number] ?? 0) * 3),
      ) as [Vector3, Vector3, Vector3]
      if (ray.intersectTriangle(a, b, c, false, point) === null) continue
      if (planes.some((plane) => plane.distanceToPoint(point) < 0)) continue
      nearest = Math.min(nearest, point.distanceTo(ray.origin))
    }
    return nearest
  }

  /**
   * Corners that appear near a ray: at most `spread` metres beside it for each metre along it. `angle`: how near.
   */
  cornersNear(ray: Ray, spread: number): Corner[] {
    const found = new Map<string, Corner>()
    for (const { firstVertex, vertices, box } of this.#ranges) {
      if (this.#whole.opacityAt(firstVertex) < minOpacity) continue
      reach
        .copy(box)
        .expandByScalar(spread * box.distanceToPoint(ray.origin) + spread * box.getSize(point).length())
      if (!ray.intersectsBox(reach)) continue
      for (let vertex = firstVertex; vertex < firstVertex + vertices; vertex += 1) {
        point.fromArray(this.#positions, vertex * 3)
        const along = point.clone().sub(ray.origin).dot(ray.direction)
        const angle = Math.sqrt(ray.distanceSqToPoint(point)) / along
        if (along > 0 && angle <= spread) found.set(point.toArray().join(), { at: point.clone(), angle })
      }
    }
    return [...found.values()]
  }

  dispose(): void {
    this.#whole.dispose()
    this.#coarse.dispose()
  }
}

const point = new Vector3()
const reach = new Box3()
const corners = [new Vector3(), new Vector3(), new Vector3()] as const

function sizeOf({ shapes, parts }: GeometryChunk): { vertices: number; indices: number } {
  let vertices = 0
  let indices = 0
  for (const { places } of parts)
    for (const { shape } of places) {
      vertices += (shapes[shape]?.positions.length ?? 0) / 3
      indices += shapes[shape]?.indices.length ?? 0
    }
  return { vertices, indices }
}

interface Bars {
  readonly positions: Float32Array
  readonly indices: Uint32Array
  readonly ranges: readonly Painted[]
}

const cornersOfBar = 8
/** Two triangles of each side, by the numbers of the corners: one bit an axis. */
const sides = [
  [0, 2, 3, 0, 3, 1],
  [4, 5, 7, 4, 7, 6],
  [0, 1, 5, 0, 5, 4],
  [2, 6, 7, 2, 7, 3],
  [0, 4, 6, 0, 6, 2],
  [1, 3, 7, 1, 7, 5],
].flat()

/**
 * A bar for each member that is not known yet: the box of its main part, which is the first one of it, along that part's own
 * axes. A tenth of the triangles of a frame, and much of its look.
 */
export function coarseBars({ shapes, parts }: GeometryChunk, known: Set<number>): Bars {
  const added = parts.flatMap(({ member, places }) => {
    if (known.has(member)) return []
    known.add(member)
    return places.flatMap((place) => {
      const shape = shapes[place.shape]
      return shape === undefined ? [] : [{ member, place, shape }]
    })
  })
  const positions = new Float32Array(added.length * cornersOfBar * 3)
  const indices = new Uint32Array(added.length * sides.length)
  added.forEach(({ shape, place }, at) => {
    positions.set(cornersOf(shape, place), at * cornersOfBar * 3)
    for (const [number, corner] of sides.entries())
      indices[at * sides.length + number] = corner + at * cornersOfBar
  })
  const ranges = added.map(({ member }, at) => ({
    member,
    firstVertex: at * cornersOfBar,
    vertices: cornersOfBar,
  }))
  return { positions, indices, ranges }
}

function cornersOf({ box }: Shape, { matrix }: Place): number[] {
  const m = (at: number): number => matrix[at] ?? 0
  return Array.from({ length: cornersOfBar }, (_, corner) => {
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
      (axis) => (box[axis] ?? 0) + (((corner >> axis) & 1) === 1 ? (box[axis + 3] ?? 0) : 0),
    )
    return [0, 4, 8].map((row) => m(row) * x + m(row + 1) * y + m(row + 2) * z + m(row + 3))
  }).flat()
}
