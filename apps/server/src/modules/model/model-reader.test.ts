import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { zipOf } from '../../platform/table/table.fixtures.ts'
import { type FrameMember, frameIfc, guidOf } from './ifc.fixtures.ts'
import type { IfcModel } from './ifc.types.ts'
import { readIfc } from './model-reader.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloud-factory-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const marks = ['C-1', 'B-1', '梁-2']
const column: FrameMember = {
  mark: 'C-1',
  kind: 'column',
  lengthMm: 6000,
  parts: 3,
  at: [0, 0, 0],
  storey: 0,
}
const beam: FrameMember = { mark: 'B-1', kind: 'beam', lengthMm: 8000, parts: 5, at: [0, 0, 6000], storey: 1 }
const frame = [column, beam, { ...beam, mark: '梁-2', isBox: true, at: [0, 4000, 6000] as const }]

async function read(content: string | Uint8Array, origin: readonly number[] | null = null) {
  const path = join(folder, 'model.ifc')
  await writeFile(path, content)
  const { signal } = new AbortController()
  return readIfc({ path, folder, marks, origin }, { signal, onProgress: () => undefined, timeoutMs: 60_000 })
}
async function modelOf(content: string, origin: readonly number[] | null = null): Promise<IfcModel> {
  const model = await read(content, origin)
  if (typeof model === 'string') throw new Error(model)
  const order = (mark: string): number => marks.indexOf(mark)
  return { ...model, members: model.members.toSorted((a, b) => order(a.mark) - order(b.mark)) }
}
const sizes = ({ members }: IfcModel) =>
  members.map(({ box }) => [3, 4, 5].map((at) => Math.round(((box[at] ?? 0) - (box[at - 3] ?? 0)) * 1000)))
const chunk = async (at: number) =>
  decodeChunk(new Uint8Array(gunzipSync(await readFile(join(folder, `${at}.gz`)))))

describe('a frame', () => {
  test.each([
    ['IFC2X3', 'mm', 'tag'],
    ['IFC2X3', 'm', 'tekla'],
    ['IFC4', 'mm', 'tekla'],
    ['IFC4', 'ft', 'tag'],
  ] as const)('%s in %s with marks in %s is read alike', async (schema, unit, markIn) => {
    const model = await modelOf(frameIfc(frame, { schema, unit, markIn }))
    expect(model).toMatchObject({ schema, application: 'Steel Detailer 2026', warnings: {} })
    expect(model.members).toMatchObject([
      { mark: 'C-1', storey: '+0 m 层', parts: 3, guid: guidOf('C-1#0') },
      { mark: 'B-1', storey: '+4.5 m 层', parts: 5 },
      { mark: '梁-2', parts: 5 },
    ])
    // Plates are 220 × 420.
    expect(sizes(model)).toEqual([
      [220, 420, 6010],
      [8010, 220, 420],
      [8010, 220, 420],
    ])
    expect(model.members.map(({ kg }) => kg)).toEqual([480 + 2 * 6.3, 640 + 4 * 6.3, 640 + 4 * 6.3])
  })

  test('has equal shapes once, and the main parts first', async () => {
    const { chunks } = await modelOf(frameIfc([...frame, { ...beam, at: [0, 8000, 6000] }]))
    expect(chunks).toHaveLength(1)
    const { shapes, parts } = await chunk(0)
    // Column, beam, box beam, plate.
    expect(shapes).toHaveLength(4)
    expect(parts.slice(0, 4).map(({ profile, mark }) => [profile, mark])).toEqual(
      Array.from({ length: 4 }, () => ['H400*200*8*13', 'P0']),
    )
    expect(parts).toHaveLength(18)
  })

  test('far from zero is exact to a millimetre, and revisions have one origin', async () => {
    const far = [487_123.4, 3_456_789.25, 12] as const
    const model = await modelOf(frameIfc(frame, { origin: far }))
    expect(model.warnings).toEqual({ far: 3_456_789 })
    expect(sizes(model)).toEqual(sizes(await modelOf(frameIfc(frame))))
    const next = await modelOf(frameIfc([beam], { origin: far }), model.origin)
    expect(next.origin).toEqual(model.origin)
    expect(next.members[0]?.box[2]).toBeCloseTo(model.members[1]?.box[2] ?? 0, 3)
  })

  test('moved members have the same shape, changed ones another', async () => {
    const {
      members: [first],
    } = await modelOf(frameIfc([beam]))
    const {
      members: [moved],
    } = await modelOf(frameIfc([{ ...beam, at: [1000, 0, 0] }]))
    const {
      members: [longer],
    } = await modelOf(frameIfc([{ ...beam, lengthMm: 8100 }]))
    expect(moved?.shape).toBe(first?.shape)
    expect(longer?.shape).not.toBe(first?.shape)
  })

  test('doubled GUIDs are counted', async () => {
    const twin = { ...column, guid: guidOf('twin') }
    const { warnings } = await modelOf(frameIfc([twin, { ...twin, at: [5000, 0, 0] }]))
    expect(warnings).toEqual({ duplicate_guids: 3 })
  })
})

describe('a compressed file', () => {
  const zipped = frameIfc(frame)

  test('is read like the one in it', async () => {
    const files = { 'hall/': '', 'hall/Hall.IFC': zipped, '__MACOSX/hall/._Hall.IFC': 'x', 'note.txt': 'x' }
    const model = await read(zipOf(files))
    expect(model).toMatchObject({ schema: 'IFC2X3', members: [{}, {}, {}] })
  })

  test.each([
    ['zip.none', zipOf({ 'a.txt': 'x' })],
    ['zip.several', zipOf({ 'a.ifc': zipped, 'b.ifc': zipped })],
    ['zip.unsafe', zipOf({ 'a.ifc': 'ISO-10303-21;'.padEnd(4_000_000) })],
    ['zip.unsafe', zipOf({ '../a.ifc': zipped })],
    ['zip.unsafe', zipOf({ 'a.ifc': zipped }, 600 * 1024 * 1024)],
    // Its directory says less than there is.
    ['zip.unsafe', zipOf({ 'a.ifc': zipped }, 100)],
    ['model.damaged', zipOf({ 'a.ifc': zipped }).subarray(0, 3000)],
    ['not_ifc', zipOf({ 'a.ifc': 'x'.repeat(200) })],
  ])('is refused as %s', async (error, content) => {
    const result = await read(content)
    if (error === 'not_ifc') expect(result).toMatch(/not_ifc|damaged|no_geometry/)
    else expect(result).toBe(error)
  })
})

describe('bad files', () => {
  test('are results, not crashes', async () => {
    expect(await read(frameIfc([]))).toBe('no_geometry')
    expect(await read(frameIfc(frame).replace('IFC2X3', 'AP214'))).toMatch(/not_ifc|damaged/)
    expect(await read('ISO-10303-21;')).toMatch(/not_ifc|damaged|no_geometry/)
    expect(await read(new Uint8Array(10_000))).toMatch(/not_ifc|damaged|no_geometry/)
  })

  test('cut off, with broken references or other bytes end with a model or an error', async () => {
    const whole = frameIfc(frame)
    const outcomes: string[] = []
    const count = runs(6, 24)
    for (let at = 0; at < count; at += 1) {
      const place = Math.floor((whole.length * (at + 0.5)) / count)
      const broken = [
        whole.slice(0, place),
        whole.slice(0, place) + whole.slice(place + 37),
        whole.replaceAll(`#${at + 20},`, `#${at * 1000 + 7},`),
      ][at % 3]
      const result = await read(broken ?? '')
      outcomes.push(typeof result === 'string' ? result : 'model')
    }
    expect(new Set(outcomes)).toContain('model')
  })

  test('that take too long are given up', async () => {
    const path = join(folder, 'slow.ifc')
    const many = Array.from(
      { length: 3000 },
      (_, at): FrameMember => ({ ...beam, mark: `B${at}`, at: [at, 0, 0] }),
    )
    await writeFile(path, frameIfc(many))
    const { signal } = new AbortController()
    const job = { path, folder, marks, origin: null }
    expect(await readIfc(job, { signal, onProgress: () => undefined, timeoutMs: 50 })).toBe('file.timeout')
  })
})
