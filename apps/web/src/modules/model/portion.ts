import { eachVertex, type GeometryChunk } from '@cloud-factory/domain/model/geometry-chunk'
import type { Paint } from './member-view.rules.ts'
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshLambertMaterial,
  type Plane,
  type Ray,
  Vector3,
} from 'three'

/** A part's piece of the buffers. */
interface Range {
  readonly member: number
  readonly firstVertex: number
  readonly vertices: number
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

const solid = 255
/** Members that are less opaque cannot be chosen. */
const minOpacity = 0.4

/** Surfaces have no normals of their own: steel is flat, and the shader knows the plane of each triangle. */
const surface = { vertexColors: true, flatShading: true, side: DoubleSide } as const
const solidMaterial = new MeshLambertMaterial({ ...surface, alphaTest: 0.9 })
const ghostMaterial = new MeshLambertMaterial({
  ...surface,
  alphaTest: 0.01,
  transparent: true,
  depthWrite: false,
})

/**
 * A portion of the model in one pair of buffers, drawn by one call, and by a second one while there are ghosts. A member's
 * colour is that of its vertices, so that a change writes a few bytes.
 */
export class Portion {
  readonly solid: Mesh
  readonly ghost: Mesh
  readonly box = new Box3()
  readonly #ranges: Range[] = []
  readonly #geometry = new BufferGeometry()
  readonly #colours: BufferAttribute
  readonly #positions: Float32Array
  readonly #indices: Uint32Array

  constructor(chunk: GeometryChunk) {
    const { vertices, indices } = sizeOf(chunk)
    this.#positions = new Float32Array(vertices * 3)
    this.#indices = new Uint32Array(indices)
    this.#fill(chunk)
    this.#colours = new BufferAttribute(new Uint8Array(vertices * 4), 4, true)
    this.#geometry.setAttribute('position', new BufferAttribute(this.#positions, 3))
    this.#geometry.setAttribute('color', this.#colours)
    this.#geometry.setIndex(new BufferAttribute(this.#indices, 1))
    this.#geometry.computeBoundingSphere()
    this.solid = new Mesh(this.#geometry, solidMaterial)
    this.ghost = new Mesh(this.#geometry, ghostMaterial)
    this.ghost.visible = false
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
          this.#positions.set([x, y, z], vertex * 3)
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

  paint(paint: Paint): void {
    const colours = this.#colours.array as Uint8Array
    let ghosts = false
    for (const { member, firstVertex, vertices } of this.#ranges) {
      const colour = paint(member)
      const opacity = colour[3]
      ghosts ||= opacity > 0 && opacity < solid
      for (let vertex = firstVertex; vertex < firstVertex + vertices; vertex += 1)
        colours.set(colour, vertex * 4)
    }
    this.ghost.visible = ghosts
    this.#colours.needsUpdate = true
  }

  /** The nearest member on a ray that is no ghost and that no plane cuts away. */
  hit(ray: Ray, planes: readonly Plane[]): Hit | null {
    let nearest: Hit | null = null
    for (const range of this.#ranges) {
      if (this.#colours.getW(range.firstVertex) < minOpacity || !ray.intersectsBox(range.box)) continue
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
      if (this.#colours.getW(firstVertex) < minOpacity) continue
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
    this.#geometry.dispose()
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
