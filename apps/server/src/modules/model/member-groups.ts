import { createHash } from 'node:crypto'
import { eachVertex } from '@cloud-factory/domain/model/geometry-chunk'
import { type Box, emptyBox, growBox, type ShapeLibrary, volumeOf } from './geometry-builder.ts'
import type { IfcMember, Product } from './ifc.types.ts'
import { areaOf, assemblyKg, memberOf, partKg, pathOf } from './members.rules.ts'
import type { Mesh } from './mesh-reader.ts'

/** A member with its parts. */
export interface MemberGroup {
  readonly product: Product
  readonly mark: string
  readonly storey: string
  readonly area: string
  readonly parts: Mesh[]
  /** Its part of the most parts' size: the first one of the group by what the file lists, until measured. */
  main: Mesh
}

/** kg/m³ */
const steelDensity = 7850

/** Parts by the assembly that is erected as one. */
export function groupMembers(meshes: readonly Mesh[], isKnown: (mark: string) => boolean): MemberGroup[] {
  const partsOf = partsByAssembly(meshes)
  const known = new Map<Product, ReturnType<typeof memberOf>>()
  const groups = new Map<Product, MemberGroup>()
  for (const mesh of meshes) {
    const { parent } = mesh.product
    const before = parent === null ? undefined : known.get(parent)
    const found = before ?? memberOf(pathOf(mesh.product), partsOf, isKnown)
    if (parent !== null && found.product !== mesh.product) known.set(parent, found)
    const group = groups.get(found.product)
    if (group === undefined) groups.set(found.product, groupOf(found, mesh, partsOf(found.product)))
    else group.parts.push(mesh)
  }
  return [...groups.values()]
}

/** Parts of each assembly, those of assemblies within it included. */
function partsByAssembly(meshes: readonly Mesh[]): (assembly: Product) => readonly Product[] {
  const parts = new Map<Product, Product[]>()
  for (const { product } of meshes)
    for (const above of pathOf(product).slice(1)) {
      const own = parts.get(above)
      if (own === undefined) parts.set(above, [product])
      else own.push(product)
    }
  return (assembly) => parts.get(assembly) ?? []
}

/** Storey and area are written at an assembly, above it, or at its parts. */
function groupOf(
  { product, mark }: ReturnType<typeof memberOf>,
  mesh: Mesh,
  parts: readonly Product[],
): MemberGroup {
  const places = [...pathOf(mesh.product).toReversed(), ...parts]
  const storey = places.find((one) => one.storey !== '')?.storey ?? ''
  const area = areaOf(places.find((one) => areaOf(one) !== '') ?? product)
  return { product, mark, storey: storey.slice(0, 100), area, parts: [mesh], main: mesh }
}

/** Facts of a member; coordinates are relative to `base`. Also finds its main part. */
export function summarise(group: MemberGroup, library: ShapeLibrary, base: readonly number[]): IfcMember {
  const box = emptyBox()
  let kg = 0
  let heaviest = -1
  for (const mesh of group.parts) {
    growByMesh(box, mesh, library, base)
    const own = partKg(mesh.product) ?? meshVolume(mesh, library) * steelDensity
    kg += own
    if (own > heaviest) {
      heaviest = own
      group.main = mesh
    }
  }
  const stated = assemblyKg([group.product, ...group.parts.map(({ product }) => product)])
  return {
    guid: group.product.guid.slice(0, 64),
    mark: group.mark,
    name: group.product.name.slice(0, 200),
    ifcClass: group.main.product.ifcClass,
    storey: group.storey,
    area: group.area,
    kg: Math.round((stated ?? kg) * 1000) / 1000,
    box,
    shape: shapeOf(group, library, box, base),
    parts: group.parts.length,
  }
}

function growByMesh(box: Box, { places }: Mesh, { shapes }: ShapeLibrary, base: readonly number[]): void {
  const [x0 = 0, y0 = 0, z0 = 0] = base
  for (const { shape, matrix } of places) {
    const found = shapes[shape]
    if (found !== undefined) eachVertex(found, matrix, (x, y, z) => growBox(box, x - x0, y - y0, z - z0))
  }
}

const volumes = new WeakMap<object, number>()

/** Cubic metres, whatever the units of the file. */
function meshVolume({ places }: Mesh, { shapes }: ShapeLibrary): number {
  let sum = 0
  for (const { shape, matrix: m } of places) {
    const found = shapes[shape]
    if (found === undefined) continue
    const volume = volumes.get(found) ?? volumeOf(found)
    volumes.set(found, volume)
    sum += volume * Math.abs(determinant(m))
  }
  return sum
}

const determinant = ([
  a = 0,
  b = 0,
  c = 0,
  ,
  d = 0,
  e = 0,
  f = 0,
  ,
  g = 0,
  h = 0,
  i = 0,
]: readonly number[]): number => a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

/** Where each part is within the member, to a centimetre. */
function shapeOf(
  { parts }: MemberGroup,
  { hashes }: ShapeLibrary,
  box: Box,
  base: readonly number[],
): string {
  const places = parts.flatMap((mesh) =>
    mesh.places.map(({ shape, matrix }) => {
      const at = [3, 7, 11].map((column, axis) =>
        Math.round(((matrix[column] ?? 0) - (base[axis] ?? 0) - (box[axis as 0 | 1 | 2] ?? 0)) * 100),
      )
      return `${hashes[shape] ?? ''}@${at.join()}`
    }),
  )
  return createHash('sha256').update(places.toSorted().join()).digest('base64url').slice(0, 22)
}
