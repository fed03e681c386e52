import { eachVertex, type GeometryChunk } from '@cloud-factory/domain/model/geometry-chunk'
import type { Colour } from '@cloud-factory/domain/model/state-colours'

/** Triangles of a model in metres, z up. */
export interface Surface {
  /** Three numbers a vertex. */
  readonly positions: Float32Array
  /** Three a triangle. */
  readonly indices: Uint32Array
  /** One a triangle. */
  readonly members: Uint32Array
}

/** The surface of portions, of so many triangles at most; the first portions have the main parts of all members. */
export function surfaceOf(chunks: Iterable<GeometryChunk>, maxTriangles: number): Surface {
  const positions: number[][] = []
  const indices: Uint32Array[] = []
  const members: Uint32Array[] = []
  let [vertices, triangles] = [0, 0]
  for (const { shapes, parts } of chunks)
    for (const { member, places } of parts)
      for (const { shape, matrix } of places) {
        const found = shapes[shape]
        if (found === undefined || triangles + found.indices.length / 3 > maxTriangles) continue
        const first = vertices
        const own: number[] = []
        eachVertex(found, matrix, (x, y, z) => own.push(x, y, z))
        positions.push(own)
        indices.push(found.indices.map((index) => index + first))
        members.push(new Uint32Array(found.indices.length / 3).fill(member))
        vertices += own.length / 3
        triangles += found.indices.length / 3
      }
  return {
    positions: joined(Float32Array, vertices * 3, positions),
    indices: joined(Uint32Array, triangles * 3, indices),
    members: joined(Uint32Array, triangles, members),
  }
}

function joined<T extends Float32Array | Uint32Array>(
  Type: new (length: number) => T,
  length: number,
  pieces: readonly ArrayLike<number>[],
): T {
  const all = new Type(length)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** A camera on a circle around the model: where it looks from, how far away it is, and how its picture is placed. */
interface Camera {
  readonly middle: readonly number[]
  readonly distance: number
  /** Pixels of one unit at a distance of one, and the middle of the picture in these units. */
  readonly scale: number
  readonly rise: number
}

/** Height of the camera over the horizon, and its distance in lengths of the model's diagonal. */
const elevation = (24 * Math.PI) / 180
const distances = 1.6
/** Of the picture; the rest is its margin. */
const filled = 0.97

/** The place of a point as a camera at this angle sees it: to the right, upwards, and away from it. */
function viewFrom(angle: number, { middle, distance }: Pick<Camera, 'middle' | 'distance'>) {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [up, flat] = [Math.sin(elevation), Math.cos(elevation)]
  const [mx = 0, my = 0, mz = 0] = middle
  return (x: number, y: number, z: number): [right: number, upward: number, depth: number] => {
    const [dx, dy, dz] = [x - mx, y - my, z - mz]
    const toward = dx * sin - dy * cos
    return [dx * cos + dy * sin, dz * flat - toward * up, distance - toward * flat - dz * up]
  }
}

export interface Picture {
  readonly wide: number
  readonly high: number
}

/** What the worker that draws receives. */
export interface PictureJob {
  /** Portions of the geometry, compressed with gzip. */
  readonly chunks: readonly Uint8Array[]
  /** Three bytes a member: red, green, blue. */
  readonly colours: Uint8Array
  readonly views: number
  readonly size: Picture
}

/** A PNG image; views come in their order. */
export interface PictureMessage {
  readonly picture: Uint8Array
}

/** The camera whose pictures show all of a model, and all in the same size, from any of these angles. */
export function cameraFor({ positions }: Surface, angles: readonly number[], size: Picture): Camera {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const [at, value] of positions.entries()) {
    low[at % 3] = Math.min(low[at % 3] as number, value)
    high[at % 3] = Math.max(high[at % 3] as number, value)
  }
  const middle = low.map((value, axis) => (value + (high[axis] as number)) / 2)
  const diagonal = Math.max(0.1, Math.hypot(...low.map((value, axis) => value - (high[axis] as number))))
  const positioned = { middle, distance: diagonal * distances }
  let [wide, bottom, top] = [0, Infinity, -Infinity]
  for (const angle of angles) {
    const place = viewFrom(angle, positioned)
    for (const corner of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const [x, y, z] = low.map((value, axis) => ((corner >> axis) & 1 ? (high[axis] as number) : value))
      const [right, upward, depth] = place(x as number, y as number, z as number)
      wide = Math.max(wide, Math.abs(right / depth))
      bottom = Math.min(bottom, upward / depth)
      top = Math.max(top, upward / depth)
    }
  }
  const scale = Math.min(size.wide / (2 * wide), size.high / (top - bottom)) * filled
  return { ...positioned, scale, rise: (top + bottom) / 2 }
}

/** Samples of a pixel in each direction. */
const samples = 2
/** From where the light comes; steel away from it is still to be recognised. */
const sun = [0.31, -0.55, 0.78] as const
const ambient = 0.55

/** Draws a surface from one angle. Pixels have four bytes, red, green, blue, opacity. */
export function drawSurface(
  surface: Surface,
  colourOf: (member: number) => Colour,
  { camera, angle, size }: { readonly camera: Camera; readonly angle: number; readonly size: Picture },
): Uint8Array {
  const target = new Target(size.wide * samples, size.high * samples)
  const { positions, indices, members } = surface
  const projected = project(positions, camera, angle, target)
  for (const [at, member] of members.entries()) {
    const [a = 0, b = 0, c = 0] = indices.subarray(at * 3, at * 3 + 3)
    target.fill(projected, [a, b, c], shaded(colourOf(member), brightness(positions, a, b, c)))
  }
  return target.averaged()
}

/** Pixels from the left and from above, and the inverse of the distance, three numbers a vertex. */
function project(positions: Float32Array, camera: Camera, angle: number, { wide, high }: Picture) {
  const place = viewFrom(angle, camera)
  const projected = new Float32Array(positions.length)
  const scale = camera.scale * samples
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3)
    const [right, upward, depth] = place(x, y, z)
    projected[at] = wide / 2 + (right / depth) * scale
    projected[at + 1] = high / 2 - (upward / depth - camera.rise) * scale
    projected[at + 2] = 1 / depth
  }
  return projected
}

/** Of a flat triangle, 0 to 1; both of its sides are alike. */
function brightness(positions: Float32Array, a: number, b: number, c: number): number {
  const at = (vertex: number, axis: number): number => positions[vertex * 3 + axis] as number
  const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)]
  const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)]
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const
  const length = Math.hypot(...normal) || 1
  const light = (normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]) / length
  return ambient + (1 - ambient) * Math.abs(light)
}

const shaded = ([red, green, blue]: Colour, light: number): number =>
  (Math.round(red * light) << 16) | (Math.round(green * light) << 8) | Math.round(blue * light)

/** What is drawn so far: of each sample the nearest triangle. */
class Target {
  readonly wide: number
  readonly high: number
  readonly #near: Float32Array
  readonly #colours: Uint32Array

  constructor(wide: number, high: number) {
    this.wide = wide
    this.high = high
    this.#near = new Float32Array(wide * high)
    this.#colours = new Uint32Array(wide * high)
  }

  fill(projected: Float32Array, corners: readonly [number, number, number], colour: number): void {
    const x = (corner: number): number => projected[corner * 3] as number
    const y = (corner: number): number => projected[corner * 3 + 1] as number
    const near = (corner: number): number => projected[corner * 3 + 2] as number
    let [top, middle, bottom] = corners
    if (y(top) > y(middle)) [top, middle] = [middle, top]
    if (y(middle) > y(bottom)) [middle, bottom] = [bottom, middle]
    if (y(top) > y(middle)) [top, middle] = [middle, top]
    const [x0, y0, n0] = [x(top), y(top), near(top)]
    const [x1, y1, n1] = [x(middle) - x0, y(middle) - y0, near(middle) - n0]
    const [x2, y2, n2] = [x(bottom) - x0, y(bottom) - y0, near(bottom) - n0]
    const area = x1 * y2 - x2 * y1
    if (area === 0) return
    const [perX, perY] = [(n1 * y2 - n2 * y1) / area, (x1 * n2 - x2 * n1) / area]
    const last = Math.min(this.high - 1, Math.ceil(y0 + y2 - 0.5) - 1)
    for (let row = Math.max(0, Math.ceil(y0 - 0.5)); row <= last; row += 1) {
      const down = row + 0.5 - y0
      const long = (x2 * down) / y2
      const short = down < y1 ? (x1 * down) / y1 : x1 + ((x2 - x1) * (down - y1)) / (y2 - y1)
      const from = Math.max(0, Math.ceil(x0 + Math.min(long, short) - 0.5))
      const to = Math.min(this.wide, Math.ceil(x0 + Math.max(long, short) - 0.5))
      this.#span(row * this.wide, [from, to], n0 + perY * down + perX * (from + 0.5 - x0), perX, colour)
    }
  }

  #span(row: number, [from, to]: readonly [number, number], first: number, perX: number, colour: number) {
    let near = first
    for (let at = row + from; at < row + to; at += 1) {
      if (near > (this.#near[at] as number)) {
        this.#near[at] = near
        this.#colours[at] = colour
      }
      near += perX
    }
  }

  /** The samples of each pixel as one. */
  averaged(): Uint8Array {
    const [wide, high] = [this.wide / samples, this.high / samples]
    const pixels = new Uint8Array(wide * high * 4)
    for (let at = 0; at < wide * high; at += 1) {
      const first = Math.floor(at / wide) * samples * this.wide + (at % wide) * samples
      let [red, green, blue, covered] = [0, 0, 0, 0]
      for (const sample of [first, first + 1, first + this.wide, first + this.wide + 1]) {
        if (this.#near[sample] === 0) continue
        const colour = this.#colours[sample] as number
        red += colour >> 16
        green += (colour >> 8) & 255
        blue += colour & 255
        covered += 1
      }
      if (covered === 0) continue
      pixels.set([red / covered, green / covered, blue / covered, (covered / samples ** 2) * 255], at * 4)
    }
    return pixels
  }
}
