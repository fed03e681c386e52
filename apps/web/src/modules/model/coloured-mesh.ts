import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshLambertMaterial } from 'three'
import type { Paint } from './member-view.rules.ts'

/** Vertices of a member's colour. */
export interface Painted {
  readonly member: number
  readonly firstVertex: number
  readonly vertices: number
}

const solid = 255

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
 * Triangles in one pair of buffers, drawn by one call, and by a second one while there are ghosts. A member's colour is
 * that of its vertices, so that a change writes and uploads a few bytes.
 */
export class ColouredMesh {
  readonly #solid: Mesh
  readonly #ghost: Mesh
  readonly #geometry = new BufferGeometry()
  readonly #colours: BufferAttribute
  /** The same, one number a vertex. */
  readonly #packed: Uint32Array
  readonly #painted: readonly Painted[]
  #hasGhosts = false
  #isVisible = true

  constructor(positions: Float32Array, indices: Uint32Array, painted: readonly Painted[]) {
    this.#painted = painted
    this.#packed = new Uint32Array(positions.length / 3)
    this.#colours = new BufferAttribute(new Uint8Array(this.#packed.buffer), 4, true)
    this.#geometry.setAttribute('position', new BufferAttribute(positions, 3))
    this.#geometry.setAttribute('color', this.#colours)
    this.#geometry.setIndex(new BufferAttribute(indices, 1))
    if (positions.length > 0) this.#geometry.computeBoundingSphere()
    this.#solid = new Mesh(this.#geometry, solidMaterial)
    this.#ghost = new Mesh(this.#geometry, ghostMaterial)
    this.#show()
  }

  get meshes(): readonly Mesh[] {
    return [this.#solid, this.#ghost]
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    this.#show()
  }

  #show(): void {
    const isVisible = this.#isVisible && this.#packed.length > 0
    this.#solid.visible = isVisible
    this.#ghost.visible = isVisible && this.#hasGhosts
  }

  /** Writes and uploads what has another colour; returns whether anything has. */
  paint(paint: Paint): boolean {
    let [from, to] = [Infinity, 0]
    this.#hasGhosts = false
    for (const { member, firstVertex, vertices } of this.#painted) {
      const colour = paint(member)
      this.#hasGhosts ||= colour[3] > 0 && colour[3] < solid
      bytes.set(colour)
      const [number = 0] = asNumber
      if (this.#packed[firstVertex] === number) continue
      this.#packed.fill(number, firstVertex, firstVertex + vertices)
      from = Math.min(from, firstVertex)
      to = Math.max(to, firstVertex + vertices)
    }
    this.#show()
    if (from >= to) return false
    this.#colours.addUpdateRange(from * 4, (to - from) * 4)
    this.#colours.needsUpdate = true
    return true
  }

  /** From 0, hidden, to 1. */
  opacityAt(vertex: number): number {
    return this.#colours.getW(vertex)
  }

  dispose(): void {
    this.#geometry.dispose()
  }
}

const bytes = new Uint8Array(4)
const asNumber = new Uint32Array(bytes.buffer)
