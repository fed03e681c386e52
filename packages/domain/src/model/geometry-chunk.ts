/**
 * A portion of the geometry of a model: shapes, and parts that place them. Equal shapes are stored once. Coordinates of a
 * shape are whole numbers from 0 to 65535 over its own box, so that a beam of 12 m is exact to 0.2 mm; places are floats
 * relative to the origin of the model, in metres with z up.
 */
export interface GeometryChunk {
  readonly shapes: readonly Shape[]
  readonly parts: readonly ChunkPart[]
}

export interface Shape {
  /** Lower corner and size of the box, six numbers. */
  readonly box: Float32Array
  /** Three numbers a vertex. */
  readonly positions: Uint16Array
  /** Three a triangle. */
  readonly indices: Uint32Array
}

export interface ChunkPart {
  /** Number of its member in the model. */
  readonly member: number
  readonly guid: string
  readonly mark: string
  readonly profile: string
  readonly places: readonly Place[]
}

export interface Place {
  readonly shape: number
  /** Three rows of four numbers. */
  readonly matrix: Float32Array
}

/** Steps of a coordinate over the box of its shape. */
export const coordinateSteps = 65_535

const magic = 0x314d4643
const headBytes = 8

interface Header {
  /** Numbers of vertices and indices of each shape. */
  readonly shapes: readonly (readonly [vertices: number, indices: number])[]
  readonly parts: readonly (readonly [
    member: number,
    guid: string,
    mark: string,
    profile: string,
    shapes: number[],
  ])[]
}

const align = (bytes: number): number => Math.ceil(bytes / 4) * 4

/** Indices of small shapes take two bytes. */
const indexBytes = (vertices: number): 2 | 4 => (vertices <= 0x1_0000 ? 2 : 4)

const payloadBytes = ({ shapes, parts }: Header): number => {
  let bytes = 0
  for (const [vertices, indices] of shapes)
    bytes += 24 + align(vertices * 6) + align(indices * indexBytes(vertices))
  for (const [, , , , numbers] of parts) bytes += numbers.length * 48
  return bytes
}

export function encodeChunk({ shapes, parts }: GeometryChunk): Uint8Array {
  const header: Header = {
    shapes: shapes.map(({ positions, indices }) => [positions.length / 3, indices.length]),
    parts: parts.map(({ member, guid, mark, profile, places }) => [
      member,
      guid,
      mark,
      profile,
      places.map(({ shape }) => shape),
    ]),
  }
  const text = asciiOf(JSON.stringify(header))
  let at = align(headBytes + text.length)
  const bytes = new Uint8Array(at + payloadBytes(header))
  new DataView(bytes.buffer).setUint32(0, magic, true)
  new DataView(bytes.buffer).setUint32(4, text.length, true)
  for (let index = 0; index < text.length; index += 1) bytes[headBytes + index] = text.charCodeAt(index)
  const put = (source: ArrayBufferView): void => {
    bytes.set(new Uint8Array(source.buffer, source.byteOffset, source.byteLength), at)
    at += align(source.byteLength)
  }
  for (const { box, positions, indices } of shapes) {
    put(box)
    put(positions)
    put(indexBytes(positions.length / 3) === 2 ? Uint16Array.from(indices) : indices)
  }
  for (const { places } of parts) for (const { matrix } of places) put(matrix)
  return bytes
}

/** JSON in bytes of one character each. */
const asciiOf = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const textAtOnce = 4096

function textOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += textAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + textAtOnce))
  return text
}

/** @throws RangeError when the bytes are no chunk, or not all of one */
export function decodeChunk(bytes: Uint8Array<ArrayBuffer>): GeometryChunk {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headBytes || view.getUint32(0, true) !== magic)
    throw new RangeError('no chunk of a model')
  const length = view.getUint32(4, true)
  const header = JSON.parse(textOf(bytes.subarray(headBytes, headBytes + length))) as Header
  let at = bytes.byteOffset + align(headBytes + length)
  const take = <T>(
    Type: new (buffer: ArrayBuffer, at: number, length: number) => T,
    count: number,
    size: number,
  ): T => {
    const part = new Type(bytes.buffer, at, count)
    at += align(count * size)
    return part
  }
  const shapes = header.shapes.map(([vertices, indices]): Shape => {
    const box = take(Float32Array, 6, 4)
    const positions = take(Uint16Array, vertices * 3, 2)
    const small = indexBytes(vertices) === 2
    return {
      box,
      positions,
      indices: small ? Uint32Array.from(take(Uint16Array, indices, 2)) : take(Uint32Array, indices, 4),
    }
  })
  const parts = header.parts.map(
    ([member, guid, mark, profile, numbers]): ChunkPart => ({
      member,
      guid,
      mark,
      profile,
      places: numbers.map((shape) => ({ shape, matrix: take(Float32Array, 12, 4) })),
    }),
  )
  return { shapes, parts }
}

/** Calls back with each vertex of a placed shape, metres from the origin of the model. */
export function eachVertex(
  { box, positions }: Shape,
  matrix: ArrayLike<number>,
  visit: (x: number, y: number, z: number) => void,
): void {
  const m = (at: number): number => matrix[at] ?? 0
  const local = (vertex: number, axis: number): number =>
    (box[axis] ?? 0) + ((positions[vertex * 3 + axis] ?? 0) / coordinateSteps) * (box[axis + 3] ?? 0)
  for (let vertex = 0; vertex < positions.length / 3; vertex += 1) {
    const x = local(vertex, 0)
    const y = local(vertex, 1)
    const z = local(vertex, 2)
    visit(
      m(0) * x + m(1) * y + m(2) * z + m(3),
      m(4) * x + m(5) * y + m(6) * z + m(7),
      m(8) * x + m(9) * y + m(10) * z + m(11),
    )
  }
}
