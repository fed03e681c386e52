import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { maxModelBytes, type ModelError, type ModelWarning } from '@cloud-factory/contract/model/models'
import { encodeChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { IfcAPI, LogLevel } from 'web-ifc'
import { extractOnly, ZipRefused, zipLimits } from '../../platform/table/workbook-guard.ts'
import { chunksOf, type RawPart, trianglesOf } from './geometry-builder.ts'
import type { IfcJob, IfcMessage, IfcModel, Product } from './ifc.types.ts'
import { IfcReader } from './ifc-products.ts'
import { isMarkOf } from './members.rules.ts'
import { type Mesh, MeshReader, originOf } from './mesh-reader.ts'
import { groupMembers, type MemberGroup, summarise } from './member-groups.ts'

// Runs in its own worker, so that a file that exhausts memory or time does not affect the server.

/** Of the memory that the reader may take for the lines of a file, bytes. */
const memoryLimit = 2 ** 30
/** Shares of the bar: opening the file, its product tree, its meshes; the rest is writing. */
const shares = { opened: 10, tree: 25, meshes: 90 }
/** Coordinates beyond it lose millimetres in single precision, metres. */
const farMetres = 10_000

class UnreadableModel extends Error {
  readonly code: ModelError
  constructor(code: ModelError) {
    super(code)
    this.code = code
  }
}

const post = (message: IfcMessage): void => parentPort?.postMessage(message)

async function read({ path, folder, marks, origin }: IfcJob): Promise<IfcModel> {
  const api = new IfcAPI()
  await api.Init(undefined, true)
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  const model = open(api, await unpacked(path, folder))
  post({ progress: shares.opened })
  const reader = new IfcReader(api, model)
  const products = reader.products()
  post({ progress: shares.tree })
  const meshes = new MeshReader(api, model)
  const parts = products.filter(({ isAssembly }) => !isAssembly)
  const read = meshes.read(parts, (share) =>
    post({ progress: Math.round(shares.tree + share * (shares.meshes - shares.tree)) }),
  )
  if (read.length === 0) throw new UnreadableModel('no_geometry')
  const groups = groupMembers(read, isMarkOf(marks))
  const corner = originOf(read, meshes.library)
  const base = baseOf(origin, corner)
  const members = groups.map((group) => summarise(group, meshes.library, base))
  const chunks = write(folder, meshes, groups, base)
  return {
    schema: api.GetModelSchema(model) ?? '',
    application: reader.application(),
    origin: base,
    members,
    chunks,
    warnings: warningsOf(read, corner, meshes.unreadable),
  }
}

const zipMark = 'PK\x03\x04'
/** Copies that macOS adds to zip files are none. */
const isIfcName = (name: string): boolean => /\.ifc$/i.test(name) && !/(^|\/)(\._|__MACOSX\/)/.test(name)
const ifczipLimits = { ...zipLimits, partBytes: maxModelBytes, totalBytes: maxModelBytes }

/** Path of the IFC file: this one, or the one in it if it is a zip file. */
async function unpacked(path: string, folder: string): Promise<string> {
  const head = Buffer.alloc(zipMark.length)
  const file = openSync(path, 'r')
  readSync(file, head, 0, head.length, 0)
  closeSync(file)
  if (head.toString('latin1') !== zipMark) return path
  const inside = join(folder, 'unpacked.ifc')
  const found = await extractOnly(path, inside, isIfcName, ifczipLimits).catch((cause: unknown) => {
    if (!(cause instanceof ZipRefused)) throw cause
    throw new UnreadableModel(zipErrors[cause.code])
  })
  if (found === 1) return inside
  throw new UnreadableModel(found === 0 ? 'zip.none' : 'zip.several')
}

const zipErrors: Readonly<Record<ZipRefused['code'], ModelError>> = {
  'file.unsafe': 'zip.unsafe',
  'file.encrypted': 'zip.encrypted',
  'file.damaged': 'model.damaged',
}

function open(api: IfcAPI, path: string): number {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const portion = (offset: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset))
    }
    const model = api.OpenModelFromCallback(portion, { MEMORY_LIMIT: memoryLimit })
    if (model < 0) throw new UnreadableModel('not_ifc')
    return model
  } finally {
    closeSync(file)
  }
}

/** Models of an order have one origin, so that what moved can be seen; a model elsewhere starts anew. */
function baseOf(
  before: readonly number[] | null,
  corner: readonly [number, number, number],
): [number, number, number] {
  const [x = NaN, y = NaN, z = NaN] = before ?? []
  const isNear = Math.hypot(x - corner[0], y - corner[1], z - corner[2]) < farMetres
  return isNear ? [x, y, z] : [Math.floor(corner[0]), Math.floor(corner[1]), Math.floor(corner[2])]
}

function warningsOf(
  read: readonly Mesh[],
  corner: readonly number[],
  unreadable: number,
): Partial<Record<ModelWarning, number>> {
  const furthest = Math.round(Math.max(...corner.map(Math.abs)))
  const guids = new Set(read.map(({ product }) => product.guid))
  const all = { far: furthest > farMetres ? furthest : 0, duplicate_guids: read.length - guids.size }
  const counts = Object.entries({ ...all, unreadable_parts: unreadable })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function write(
  folder: string,
  { library }: MeshReader,
  groups: readonly MemberGroup[],
  base: readonly number[],
): IfcModel['chunks'] {
  const parts = groups.flatMap(({ parts: own, main, storey }, member) =>
    own.map((mesh): RawPart => rawPart(mesh, { member, isMain: mesh === main, storey, base })),
  )
  const chunks: { parts: number; triangles: number }[] = []
  for (const chunk of chunksOf(library, parts)) {
    writeFileSync(join(folder, `${chunks.length}.gz`), gzipSync(encodeChunk(chunk), { level: 6 }))
    const triangles = chunk.parts.reduce((sum, part) => sum + trianglesOf(chunk, part), 0)
    chunks.push({ parts: chunk.parts.length, triangles })
  }
  return chunks
}

interface PartFacts {
  readonly member: number
  readonly isMain: boolean
  readonly storey: string
  readonly base: readonly number[]
}

function rawPart(mesh: Mesh, { base, ...facts }: PartFacts): RawPart {
  const { guid, profile }: Product = mesh.product
  return {
    ...facts,
    guid,
    mark: mesh.mark,
    profile: profile.slice(0, 100),
    places: mesh.places.map(({ shape, matrix }) => ({
      shape,
      matrix: Float32Array.from(matrix, (value, at) =>
        at % 4 === 3 ? value - (base[(at - 3) / 4] ?? 0) : value,
      ),
    })),
  }
}

try {
  post({ model: await read(workerData as IfcJob) })
} catch (error) {
  // The reader fails in many ways on damaged files; none of them is a fault of ours.
  post({ error: error instanceof UnreadableModel ? error.code : 'model.damaged' })
}
parentPort?.postMessage('done')
