import { gzipSync } from 'node:zlib'
import { encodeChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { expect, test } from 'vitest'
import { testClock } from '../../../test/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { ModelPictures, type PicturedModel } from './model-pictures.ts'

const chunk = encodeChunk({
  shapes: [
    {
      box: Float32Array.of(0, 0, 0, 1, 1, 1),
      positions: Uint16Array.of(0, 0, 0, 65_535, 0, 0, 0, 0, 65_535),
      indices: Uint32Array.of(0, 1, 2),
    },
  ],
  parts: [
    {
      member: 0,
      guid: '',
      mark: '',
      profile: '',
      places: [{ shape: 0, matrix: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0) }],
    },
  ],
})
const model = (over: Partial<PicturedModel> = {}): PicturedModel => ({
  id: '1',
  version: 'a',
  colouring: 'status',
  chunks: [{ sha256: 'chunk' }],
  states: [0],
  sums: [{ state: 'accepted' }],
  ...over,
})

function drawing(bytes = async () => gzipSync(chunk)) {
  const clock = testClock()
  const pictures = new ModelPictures({ files: { bytes }, clock, log: createLog('silent') })
  return { clock, pictures }
}

test('states that change are drawn after the pause, and the last pictures are shown meanwhile', async () => {
  const { clock, pictures } = drawing()
  expect(pictures.latest(model())).toBeNull()
  await pictures.idle()
  const first = pictures.latest(model())
  expect([first?.version, first?.pictures.length]).toEqual(['a', 24])
  // A repeated question draws nothing.
  clock.advance(600)
  expect(pictures.latest(model())).toBe(first)
  await pictures.idle()
  expect(pictures.latest(model())).toBe(first)

  const changed = model({ version: 'b', sums: [{ state: 'ncr_open' }] })
  expect(pictures.latest(changed)).toBe(first)
  await pictures.idle()
  const second = pictures.latest(changed)
  expect(second?.version).toBe('b')
  expect(second?.at).toBe((first?.at ?? 0) + 600_000)
  expect(second?.pictures[0]).not.toEqual(first?.pictures[0])
  // The next change waits.
  const third = model({ version: 'c' })
  clock.advance(60)
  expect(pictures.latest(third)).toBe(second)
  await pictures.idle()
  expect(pictures.latest(third)).toBe(second)
  clock.advance(180)
  pictures.latest(third)
  await pictures.idle()
  expect(pictures.latest(third)?.version).toBe('c')
})

test('geometry that cannot be read leaves what there is, and is tried again after the pause', async () => {
  let fails = true
  const { clock, pictures } = drawing(async () => {
    if (fails) throw new Error('no such file')
    return gzipSync(chunk)
  })
  pictures.latest(model())
  await pictures.idle()
  fails = false
  expect(pictures.latest(model())).toBeNull()
  await pictures.idle()
  expect(pictures.latest(model())).toBeNull()
  clock.advance(180)
  pictures.latest(model())
  await pictures.idle()
  expect(pictures.latest(model())?.pictures.length).toBe(24)
})

test('the server can stop in the middle of a series', async () => {
  const { pictures } = drawing()
  pictures.latest(model())
  await pictures.close()
  expect(pictures.latest(model())).toBeNull()
})
