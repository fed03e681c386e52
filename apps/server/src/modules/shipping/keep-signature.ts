import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { keepBytes } from '../../platform/files/keep-files.ts'

const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const largestSide = 4000

/** Stores a drawn signature, a PNG in base64, and returns its hash; fails with `state.refused` if it is not a PNG. */
export async function keepSignature(files: FileStore, base64: string): Promise<string> {
  return (await keepBytes(files, pngOf(base64))).sha256
}

/** The bytes, when they begin as a PNG whose header names a reasonable size. */
export function pngOf(base64: string): Buffer {
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0)
  const isPng =
    bytes.length > 33 && bytes.subarray(0, 8).equals(magic) && bytes.toString('latin1', 12, 16) === 'IHDR'
  const sides = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0]
  if (!sides.every((side) => side > 0 && side <= largestSide)) {
    fail('state.refused', { params: { reason: 'signature.not_png' } })
  }
  return bytes
}
