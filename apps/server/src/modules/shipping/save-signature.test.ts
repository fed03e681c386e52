import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFileStore } from '../../platform/files/file-store.ts'
import { saveSignature, pngOf } from './send-delivery.ts'
import { onePixel } from './shipping.fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'cloud-factory-signatures-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a picture is kept as it came', async () => {
  const files = openFileStore(folder)
  const sha256 = await saveSignature(files, onePixel)
  expect((await files.bytes(sha256)).toString('base64')).toBe(onePixel)
  expect(existsSync(join(folder, 'files', sha256.slice(0, 2)))).toBe(true)
})

/** The header of the picture with other sides. */
function sized(width: number, height: number): string {
  const bytes = Buffer.from(onePixel, 'base64')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

test.each([
  ['nothing', ''],
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex').toString('base64')],
  ['only the magic bytes', Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')],
  ['a data URL', `data:image/png;base64,${onePixel}`],
  ['a picture without width', sized(0, 10)],
  ['a picture of a million columns', sized(1_000_000, 10)],
])('%s is refused', (_name, text) => {
  expect(() => pngOf(text)).toThrowError(
    expect.objectContaining({ code: 'state.refused', facts: { params: { reason: 'signature.not_png' } } }),
  )
})
