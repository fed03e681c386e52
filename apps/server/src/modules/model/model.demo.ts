import { gzipSync } from 'node:zlib'
import { encodeChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts'
import { keepBytes } from '../../platform/files/keep-files.ts'
import type { DemoContext } from '../../platform/module.ts'
import { demoActor, markKind, uncounted } from '../orders/public.ts'
import {
  chunksOf,
  type RawPart,
  ShapeLibrary,
  trianglesOf,
  type Box,
  emptyBox,
  growBox,
} from './geometry-builder.ts'
import type { IfcModel } from './ifc.types.ts'
import { insertModel, saveModel, setStatus } from './models.store.ts'

interface DemoPiece {
  readonly mark: string
  readonly name: string
  readonly profile: string
  readonly kg: number
}

type Point = readonly [x: number, y: number, z: number]
/** Where a member begins and ends, metres. */
type Line = readonly [from: Point, to: Point]

const bay = 7.2
const storeyHeight = 4.5
/** Pieces of a hall that is worth looking at, and is quickly made. */
const [minPieces, maxPieces] = [60, 400]

/** The model of one order in production: a frame of its own pieces, as if its IFC file had been read. */
export async function seedDemoModel(write: Write, context: DemoContext, files: FileStore): Promise<void> {
  const { plantId } = context
  const { rows } = await sql<{ id: number; no: string }>`
    select o.id, o.no from orders o join pieces p on p.order_id = o.id
    where o.plant_id = ${plantId} and o.status = 'in_production' and p.status <> all(${uncounted}::text[])
    group by o.id having count(*) between ${minPieces} and ${maxPieces}
    order by exists (select from packages k where k.order_id = o.id and k.delivery_id is not null) desc,
      bool_or(p.status = 'issued') desc, count(distinct p.status) desc, count(*) desc, o.id limit 1`.execute(
    write,
  )
  const [order] = rows
  if (order === undefined) return
  context.known.set('order with a model', String(order.id))
  const pieces = await sql<DemoPiece>`
    select m.mark, m.name, m.profile, coalesce(p.net_kg, 0)::float8 as kg from pieces p join marks m on m.id = p.mark_id
    where p.order_id = ${order.id} and p.status <> all(${uncounted}::text[]) order by m.mark, p.serial`.execute(
    write,
  )
  const { model, portions } = frameOf(pieces.rows)
  const chunks: StoredFile[] = []
  for (const portion of portions) chunks.push(await keepBytes(files, portion))
  const file = await keepBytes(files, Buffer.from(emptyFile))
  const actor = demoActor(context)
  const id = await insertModel(write, actor, order.id, { ...file, fileName: `${order.no}.ifc` })
  const job = { id, plant_id: plantId, order_id: order.id, sha256: file.sha256, origin_before: null }
  await saveModel(write, job, { model, chunks })
  await setStatus(write, actor, id, 'current')
}

/** The geometry is made here; of the file there is only what says so. */
const emptyFile = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('Demo model'),'2;1');
FILE_NAME('demo.ifc','2026-11-28T08:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
ENDSEC;
END-ISO-10303-21;
`

function frameOf(pieces: readonly DemoPiece[]): { model: IfcModel; portions: readonly Uint8Array[] } {
  const library = new ShapeLibrary()
  const lines = placesOf(pieces)
  const members: IfcModel['members'][number][] = []
  const parts: RawPart[] = []
  for (const [member, { mark, name, profile, kg }] of pieces.entries()) {
    const [from, to] = lines[member] ?? [
      [0, 0, 0],
      [0, 0, 1],
    ]
    const guid = `demo-${String(member).padStart(17, '0')}`
    const storey = `+${Math.floor(Math.min(from[2], to[2]) / storeyHeight) * storeyHeight} m`
    const places = barAlong(library, profile, from, to)
    const box = emptyBox()
    for (const [x, y, z] of [from, to]) growBox(box, x, y, z)
    const shape = library.hashes[places[0]?.shape ?? 0] ?? ''
    const own = { guid, mark, storey }
    members.push({ ...own, name, ifcClass: 'IFCBEAM', area: '', kg, box, shape, parts: 1 })
    parts.push({ ...own, member, profile, isMain: true, places })
  }
  const chunks = [...chunksOf(library, parts)]
  return {
    model: {
      schema: 'IFC4',
      application: 'Demo',
      origin: [0, 0, 0],
      members,
      chunks: chunks.map((chunk) => ({
        parts: chunk.parts.length,
        triangles: chunk.parts.reduce((sum, part) => sum + trianglesOf(chunk, part), 0),
      })),
      warnings: {},
    },
    portions: chunks.map((chunk) => gzipSync(encodeChunk(chunk))),
  }
}

/** A place in a frame for each piece: columns on a grid, storey by storey, beams between them, braces across its bays. */
function placesOf(pieces: readonly DemoPiece[]): Line[] {
  const kinds = pieces.map(({ name, mark }) => {
    const kind = markKind(name, mark)
    return kind === 'column' || kind === 'brace' ? kind : 'beam'
  })
  const storeys = pieces.length > 150 ? 3 : 2
  const nodes = Math.max(6, Math.ceil(kinds.filter((kind) => kind === 'column').length / storeys))
  const across = Math.max(2, Math.round(Math.sqrt(nodes / 2)))
  const grid = { along: Math.ceil(nodes / across), across, storeys }
  const free = { column: columnsOf(grid), beam: beamsOf(grid), brace: bracesOf(grid) }
  return kinds.map((kind) => free[kind].next().value as Line)
}

interface Grid {
  readonly along: number
  readonly across: number
  readonly storeys: number
}

/** Columns of the grid, storey by storey, again and again: there is a place for every piece. */
function* nodesOf({ along, across, storeys }: Grid): Generator<readonly [...Point, round: number]> {
  for (let round = 0; ; round += 1)
    for (let storey = 0; storey < storeys; storey += 1)
      for (let x = 0; x < along; x += 1) for (let y = 0; y < across; y += 1) yield [x, y, storey, round]
}

const at = (x: number, y: number, storey: number): Point => [x * bay, y * bay, storey * storeyHeight]

function* columnsOf(grid: Grid): Generator<Line> {
  for (const [x, y, storey] of nodesOf(grid)) yield [at(x, y, storey), at(x, y, storey + 1)]
}

/** Beams between columns, then secondary ones within the bays. */
function* beamsOf(grid: Grid): Generator<Line> {
  for (const [x, y, below, round] of nodesOf(grid)) {
    const storey = below + 1
    const within = (round * secondary) % 1
    const [isLastX, isLastY] = [x + 1 === grid.along, y + 1 === grid.across]
    if (!isLastX && (round === 0 || !isLastY))
      yield [at(x, y + within, storey), at(x + 1, y + within, storey)]
    if (round === 0 && !isLastY) yield [at(x, y, storey), at(x, y + 1, storey)]
  }
}
const secondary = 1 / 3

/** Across the bays of the outer rows, then of the inner ones, one way and the other. */
function* bracesOf(grid: Grid): Generator<Line> {
  for (const [x, y, storey, round] of nodesOf(grid)) {
    const isOuter = y === 0 || y + 1 === grid.across
    if (x + 1 === grid.along || isOuter !== round % 4 < 2) continue
    const [left, right] = (x + round) % 2 === 0 ? [0, 1] : [1, 0]
    yield [at(x + left, y, storey), at(x + right, y, storey + 1)]
  }
}

/** An I, or a box where the profile has no flanges, from one point to another. */
function barAlong(library: ShapeLibrary, profile: string, from: Point, to: Point): RawPart['places'] {
  const [depth = 0.2, width = depth] = (profile.match(/\d+(?:\.\d+)?/g) ?? []).map((mm) => Number(mm) / 1000)
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2])
  const wide = width < 0.03 ? depth : width
  const flange = Math.max(0.012, depth / 24)
  const hasFlanges = profile.startsWith('H')
  const boxes = hasFlanges
    ? [
        slab(wide, [depth / 2 - flange, depth / 2], length),
        slab(wide, [-depth / 2, flange - depth / 2], length),
        slab(flange, [flange - depth / 2, depth / 2 - flange], length),
      ]
    : [slab(wide, [-depth / 2, depth / 2], length)]
  const added = library.add(
    Float32Array.from(boxes.flatMap((box) => cornersOf(box)).flat()),
    3,
    Uint32Array.from(boxes.flatMap((_, number) => faces.map((corner) => corner + number * 8))),
  )
  return added === null ? [] : [{ shape: added.shape, matrix: alongLine(from, to, length, added.corner) }]
}

/** Across y and z, along x. */
const slab = (wide: number, [low, high]: readonly [number, number], length: number): Box => [
  0,
  -wide / 2,
  low,
  length,
  wide / 2,
  high,
]

const cornersOf = (box: Box): number[][] =>
  Array.from({ length: 8 }, (_, corner) =>
    [0, 1, 2].map((axis) => box[axis + ((corner >> axis) & 1) * 3] as number),
  )

/** Two triangles of each side, by the numbers of the corners. */
const faces = [
  [0, 2, 3, 0, 3, 1],
  [4, 5, 7, 4, 7, 6],
  [0, 1, 5, 0, 5, 4],
  [2, 6, 7, 2, 7, 3],
  [0, 4, 6, 0, 6, 2],
  [1, 3, 7, 1, 7, 5],
].flat()

/** Turns the x axis into the line; what is not vertical stands upright. Shapes begin in their corner. */
function alongLine(from: Point, to: Point, length: number, corner: Box): Float32Array {
  const x = [0, 1, 2].map((axis) => ((to[axis] as number) - (from[axis] as number)) / length) as [
    number,
    number,
    number,
  ]
  const flat = Math.hypot(x[0], x[1])
  const y: Point = flat < 1e-6 ? [0, 1, 0] : [-x[1] / flat, x[0] / flat, 0]
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
  return Float32Array.from(
    [0, 1, 2].flatMap((axis) => {
      const row = [x[axis] as number, y[axis] as number, z[axis] as number]
      const moved = row.reduce(
        (sum, value, part) => sum + value * (corner[part] as number),
        from[axis] as number,
      )
      return [...row, moved]
    }),
  )
}
