import { describe, expect, test } from 'vitest'
import { decodeChunk, eachVertex, encodeChunk, type GeometryChunk } from './geometry-chunk.ts'

const triangle = {
  box: Float32Array.of(0, 0, 0, 12, 0.4, 0.2),
  positions: Uint16Array.of(0, 0, 0, 65_535, 0, 0, 0, 65_535, 65_535),
  indices: Uint32Array.of(0, 1, 2),
}
const many = {
  ...triangle,
  positions: new Uint16Array(70_000 * 3).fill(7),
  indices: Uint32Array.of(0, 69_999, 3),
}
const along = Float32Array.of(1, 0, 0, 5, 0, 1, 0, -2, 0, 0, 1, 3)
const chunk: GeometryChunk = {
  shapes: [triangle, many],
  parts: [
    { member: 0, guid: 'g0', mark: 'P1', profile: 'H400', places: [{ shape: 0, matrix: along }] },
    {
      member: 3,
      guid: '构件',
      mark: '',
      profile: '',
      places: [0, 1].map((shape) => ({ shape, matrix: along })),
    },
  ],
}

describe('a portion of geometry', () => {
  test('is the same after it was written and read', () => {
    expect(decodeChunk(encodeChunk(chunk) as Uint8Array<ArrayBuffer>)).toEqual(chunk)
  })

  test('is read at any offset of a buffer that is a multiple of four', () => {
    const bytes = encodeChunk(chunk)
    const shifted = new Uint8Array(bytes.length + 8)
    shifted.set(bytes, 8)
    expect(decodeChunk(shifted.subarray(8)).parts).toEqual(chunk.parts)
  })

  test('other bytes and half a portion are rejected', () => {
    const bytes = encodeChunk(chunk) as Uint8Array<ArrayBuffer>
    expect(() => decodeChunk(new Uint8Array(4))).toThrow(RangeError)
    expect(() => decodeChunk(new Uint8Array(64))).toThrow(RangeError)
    expect(() => decodeChunk(bytes.slice(0, bytes.length - 100))).toThrow()
  })

  test('vertices are placed in metres', () => {
    const points: number[][] = []
    eachVertex(triangle, along, (...point) =>
      points.push(point.map((value) => Math.round(value * 1000) / 1000)),
    )
    expect(points).toEqual([
      [5, -2, 3],
      [17, -2, 3],
      [5, -1.6, 3.2],
    ])
  })
})
