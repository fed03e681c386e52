import type { GeometryChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { expect, test } from 'vitest'
import { cameraFor, drawSurface, surfaceOf } from './rasteriser.ts'

const size = { wide: 120, high: 80 }
const corners = Array.from({ length: 8 }, (_, at) => [0, 1, 2].map((axis) => ((at >> axis) & 1) * 65_535))
/** Two triangles of each face, by the numbers of the corners. */
const faces = [
  0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 7, 3, 1, 5, 7,
]

/** Cubes of one metre, each a member, at these places. */
const cubes = (...places: readonly (readonly [number, number, number])[]): GeometryChunk => ({
  shapes: [
    {
      box: Float32Array.of(0, 0, 0, 1, 1, 1),
      positions: Uint16Array.from(corners.flat()),
      indices: Uint32Array.from(faces),
    },
  ],
  parts: places.map(([x, y, z], member) => ({
    member,
    guid: '',
    mark: '',
    profile: '',
    places: [{ shape: 0, matrix: Float32Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z) }],
  })),
})

const red = [200, 0, 0] as const
const blue = [0, 0, 200] as const

function drawn(chunk: GeometryChunk, angle: number, maxTriangles = 1000) {
  const surface = surfaceOf([chunk], maxTriangles)
  const camera = cameraFor(surface, [0, Math.PI / 2, Math.PI, angle], size)
  const pixels = drawSurface(surface, (member) => (member === 0 ? red : blue), { camera, angle, size })
  const at = (x: number, y: number) => [
    ...pixels.subarray((y * size.wide + x) * 4, (y * size.wide + x) * 4 + 4),
  ]
  const rows = Array.from({ length: size.high }, (_, y) => y)
  const columns = Array.from({ length: size.wide }, (_, x) => x)
  const count = (test: (pixel: number[]) => boolean) =>
    rows.reduce((sum, y) => sum + columns.filter((x) => test(at(x, y))).length, 0)
  return { at, count, rows, columns }
}

test('a cube fills the height of the picture and nothing around it', () => {
  const { at, count, rows, columns } = drawn(cubes([0, 0, 0]), 0)
  const covered = rows.filter((y) => columns.some((x) => at(x, y)[3] !== 0))
  expect(covered.length).toBeGreaterThan(size.high * 0.8)
  for (const [x, y] of [
    [0, 0],
    [119, 0],
    [0, 79],
    [119, 79],
  ] as const)
    expect(at(x, y)).toEqual([0, 0, 0, 0])
  expect(at(60, 40)[3]).toBe(255)
  // The top is brighter than the side that the camera looks at, and both are red.
  const [front, top] = [at(60, 55), at(60, 14)]
  expect(top[0]).toBeGreaterThan((front[0] ?? 0) + 10)
  expect(front.slice(1)).toEqual([0, 0, 255])
  expect(count(([r = 0, g = 0, b = 0, a]) => a === 255 && (r < 60 || g + b > 0))).toBe(0)
})

test('what is nearer covers what is behind it, from either side and in either order', () => {
  const inFront = [0, 0, 0] as const
  const behind = [0, 3, 0] as const
  const isRed = ([r = 0, , , a]: number[]) => a === 255 && r > 0
  const isBlue = ([, , b = 0, a]: number[]) => a === 255 && b > 0
  // The camera at angle 0 looks along y.
  const near = drawn(cubes(inFront, behind), 0)
  const far = drawn(cubes(behind, inFront), 0)
  expect(near.count(isRed)).toBeGreaterThan(near.count(isBlue))
  expect(far.count(isRed)).toBe(near.count(isBlue))
  const turned = drawn(cubes(inFront, behind), Math.PI)
  expect(turned.count(isBlue)).toBeGreaterThan(turned.count(isRed))
})

test('more triangles than allowed are left out, and nothing at all gives an empty picture', () => {
  const { count } = drawn(cubes([0, 0, 0], [0, 3, 0]), 0, 12)
  expect(count(([, , b = 0]) => b > 0)).toBe(0)
  expect(drawn({ shapes: [], parts: [] }, 0).count((pixel) => pixel[3] !== 0)).toBe(0)
})
