import type { FlatMesh, IfcAPI } from 'web-ifc'
import { eachVertex } from '@cloud-factory/domain/model/geometry-chunk'
import { emptyBox, growBox, ShapeLibrary } from './geometry-builder.ts'
import type { Product } from './ifc.types.ts'
import { partMarkOf } from './members.rules.ts'

/** Three rows of four numbers in double precision: metres, z up. */
type Matrix = readonly number[]

/** A part with its geometry. */
export interface Mesh {
  readonly product: Product
  readonly mark: string
  readonly places: readonly { readonly shape: number; readonly matrix: Matrix }[]
}

/** So many parts are read by one call; progress is reported between calls. */
const partsAtOnce = 100
/** The reader gives six numbers a vertex: its place and its normal. */
const stride = 6

/** Reads the meshes of parts into a library of shapes. */
export class MeshReader {
  readonly library = new ShapeLibrary()
  /** Parts that the reader failed on. */
  unreadable = 0
  readonly #api: IfcAPI
  readonly #model: number
  readonly #shapes = new Map<number, ReturnType<ShapeLibrary['add']>>()

  constructor(api: IfcAPI, model: number) {
    this.#api = api
    this.#model = model
  }

  read(parts: readonly Product[], onProgress: (share: number) => void): Mesh[] {
    const byId = new Map(parts.map((part) => [part.id, part]))
    const meshes = new Map<number, Mesh>()
    const take = (mesh: FlatMesh): void => {
      const product = byId.get(mesh.expressID)
      if (product === undefined) return
      const places = this.#placesOf(mesh)
      if (places.length > 0) meshes.set(product.id, { product, mark: partMarkOf(product), places })
    }
    for (let from = 0; from < parts.length; from += partsAtOnce) {
      this.#stream(
        parts.slice(from, from + partsAtOnce).map(({ id }) => id),
        take,
      )
      onProgress(Math.min(1, (from + partsAtOnce) / parts.length))
    }
    return [...meshes.values()]
  }

  /** One damaged part makes the whole call fail: then they are read one by one without it. */
  #stream(ids: number[], take: (mesh: FlatMesh) => void): void {
    try {
      this.#api.StreamMeshes(this.#model, ids, take)
    } catch {
      if (ids.length === 1) this.unreadable += 1
      else for (const id of ids) this.#stream([id], take)
    }
  }

  #placesOf(mesh: FlatMesh): Mesh['places'] {
    const places: Mesh['places'][number][] = []
    for (let at = 0; at < mesh.geometries.size(); at += 1) {
      const { geometryExpressID, flatTransformation } = mesh.geometries.get(at)
      const shape = this.#shapeOf(geometryExpressID)
      if (shape === null || !flatTransformation.every(Number.isFinite)) continue
      places.push({ shape: shape.shape, matrix: moved(upright(flatTransformation), shape.corner) })
    }
    return places
  }

  #shapeOf(id: number): ReturnType<ShapeLibrary['add']> {
    const known = this.#shapes.get(id)
    if (known !== undefined) return known
    const geometry = this.#api.GetGeometry(this.#model, id)
    const vertices = this.#api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
    const indices = this.#api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
    geometry.delete()
    const shape = this.library.add(vertices, stride, indices)
    this.#shapes.set(id, shape)
    return shape
  }
}

/** The reader turns everything so that y is up, and writes columns; here z is up as on drawings. */
function upright(columns: readonly number[]): number[] {
  const row = (at: number, sign: number): number[] =>
    [0, 4, 8, 12].map((column) => sign * (columns[column + at] ?? 0))
  return [...row(0, 1), ...row(2, -1), ...row(1, 1)]
}

/** The matrix for a shape whose corner lies at 0. */
function moved(matrix: readonly number[], corner: readonly number[]): number[] {
  return matrix.map((value, at) => {
    if (at % 4 !== 3) return value
    return [1, 2, 3].reduce(
      (sum, axis) => sum + (matrix[at - 4 + axis] ?? 0) * (corner[axis - 1] ?? 0),
      value,
    )
  })
}

/** Lower corner of everything, metres. */
export function originOf(meshes: readonly Mesh[], { shapes }: ShapeLibrary): [number, number, number] {
  const box = emptyBox()
  for (const { places } of meshes)
    for (const { shape, matrix } of places) {
      const found = shapes[shape]
      if (found !== undefined) eachVertex(found, matrix, (x, y, z) => growBox(box, x, y, z))
    }
  return [box[0], box[1], box[2]]
}
