import type { ChunkPart, GeometryChunk, Shape } from '@cloud-factory/domain/model/geometry-chunk'
import { Box3, type BufferAttribute, type Mesh, Ray, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { coarseBars, Portion } from './portion.ts'

/** A triangle across a box of 4 × 2 × 1 m. */
const shape: Shape = {
  box: Float32Array.of(0, 0, 0, 4, 2, 1),
  positions: Uint16Array.of(0, 0, 0, 65_535, 0, 0, 65_535, 65_535, 65_535),
  indices: Uint32Array.of(0, 1, 2),
}
/** Turned by 90° about z, and moved. */
const turned = Float32Array.of(0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30)
const straight = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

const part = (member: number, matrix: Float32Array): ChunkPart => ({
  member,
  guid: '',
  mark: '',
  profile: '',
  places: [{ shape: 0, matrix }],
})
const chunk = (...parts: ChunkPart[]): GeometryChunk => ({ shapes: [shape], parts })

describe('bars in place of members', () => {
  it('are the box of the first part of each, where it is', () => {
    const known = new Set<number>()
    const { positions, indices, ranges } = coarseBars(chunk(part(7, turned), part(7, straight)), known)
    expect(ranges).toEqual([{ member: 7, firstVertex: 0, vertices: 8 }])
    expect(new Box3().setFromArray(positions)).toEqual(
      new Box3(new Vector3(8, 20, 30), new Vector3(10, 24, 31)),
    )
    expect(indices).toHaveLength(36)
    expect(coarseBars(chunk(part(7, straight), part(8, straight)), known).ranges).toEqual([
      { member: 8, firstVertex: 0, vertices: 8 },
    ])
  })
})

describe('a portion', () => {
  const shown = (portion: Portion) => portion.meshes.filter(({ visible }) => visible).length
  const coloursOf = (mesh: Mesh | undefined) =>
    mesh?.geometry.getAttribute('color') as BufferAttribute | undefined

  it('uploads the vertices of those members alone whose colour has changed', () => {
    const portion = new Portion(chunk(part(0, straight), part(1, turned), part(2, straight)), new Set())
    expect(portion.paint(() => [1, 2, 3, 255])).toBe(true)
    const colours = coloursOf(portion.meshes[0])
    const version = colours?.version
    colours?.clearUpdateRanges()
    expect(portion.paint(() => [1, 2, 3, 255])).toBe(false)
    expect(colours?.version).toBe(version)
    expect(portion.paint((member) => (member === 1 ? [9, 9, 9, 255] : [1, 2, 3, 255]))).toBe(true)
    expect(colours?.updateRanges).toEqual([{ start: 12, count: 12 }])
    expect([...(colours?.array ?? [])].slice(8, 24)).toEqual([
      1, 2, 3, 255, 9, 9, 9, 255, 9, 9, 9, 255, 9, 9, 9, 255,
    ])
  })

  it('is drawn by one call, by two while there are ghosts, whole or as bars', () => {
    const portion = new Portion(chunk(part(0, straight), part(1, turned)), new Set())
    portion.paint(() => [1, 2, 3, 255])
    expect(shown(portion)).toBe(1)
    portion.paint((member) => [1, 2, 3, member === 0 ? 26 : 255])
    expect(shown(portion)).toBe(2)
    const [whole, , bars] = portion.meshes
    expect([whole?.visible, bars?.visible]).toEqual([true, false])
    portion.setCoarse(true)
    expect(shown(portion)).toBe(2)
    expect([whole?.visible, bars?.visible]).toEqual([false, true])
  })

  it('is hit where its triangles are, whatever is drawn, but not through ghosts', () => {
    const portion = new Portion(chunk(part(5, straight)), new Set())
    const ray = new Ray(new Vector3(3, 0.5, 9), new Vector3(0, 0, -1))
    portion.paint(() => [1, 2, 3, 255])
    portion.setCoarse(true)
    expect(portion.hit(ray, [])).toMatchObject({ member: 5 })
    portion.paint(() => [1, 2, 3, 26])
    expect(portion.hit(ray, [])).toBeNull()
  })
})
