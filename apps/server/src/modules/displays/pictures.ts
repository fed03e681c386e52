import { type PictureType, maxPixels, pictureTypes } from '@cloud-factory/domain/displays/display-enums'
import type { Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { insertPicture, type NewPicture } from './displays.store.ts'

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** Width and height from the file header; null: not a picture, or the file ends before its size. */
export function pictureSize(type: PictureType, bytes: Buffer): Size | null {
  const found = readers[type](bytes)
  return found !== null && found.widthPx > 0 && found.heightPx > 0 ? found : null
}

const readers: Readonly<Record<PictureType, (bytes: Buffer) => Size | null>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
}

/** ISO/IEC 15948 11.2.2: the first chunk is IHDR, its first fields are width and height. */
function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) }
}

/** ITU-T T.81 B.2.2: markers SOF0 to SOF15 contain the size; DHT, JPG and DAC are in the same range. */
function jpegSize(bytes: Buffer): Size | null {
  const others = new Set([0xc4, 0xc8, 0xcc])
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && !others.has(marker))
      return { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** RFC 9649: lossy (VP8 ), lossless (VP8L) and extended (VP8X) files each store their size differently. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') return { widthPx: bytes.readUIntLE(24, 3) + 1, heightPx: bytes.readUIntLE(27, 3) + 1 }
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (form !== 'VP8 ') return null
  return { widthPx: bytes.readUInt16LE(26) & 0x3fff, heightPx: bytes.readUInt16LE(28) & 0x3fff }
}

const isPictureType = (type: string | null): type is PictureType =>
  type !== null && pictureTypes.some((accepted) => accepted === type)

/** Validates an uploaded file as a picture. Rejects other content, whatever the file name, and sizes that no TV can show. */
export async function receivedPicture(
  files: FileStore,
  uploads: readonly UploadedFile[],
): Promise<NewPicture> {
  const typeOf = (head: Uint8Array) => {
    const type = pictureType(head, '')
    return isPictureType(type) ? type : null
  }
  const [saved] = await keepFiles(files, uploads.slice(0, 1), typeOf)
  if (saved === undefined) fail('file.empty', { params: { file: '' } })
  const { fileName: name, bytes, sha256 } = saved
  const type = saved.type as PictureType
  const size =
    pictureSize(type, await files.bytes(sha256)) ?? fail('file.unknown_type', { params: { file: name } })
  if (size.widthPx * size.heightPx > maxPixels)
    reject('display.picture_too_large', { megapixels: maxPixels / 1_000_000 })
  return { name, type, bytes, sha256, ...size }
}

/** Stores a picture for wall screens; returns its id. */
export async function keepPicture(
  write: Write,
  actor: Actor,
  picture: NewPicture,
  now: Date,
): Promise<string> {
  const { id, isNew } = await insertPicture(write, actor, picture, now)
  if (!isNew) return id
  await recordAudit(write, actor, {
    action: 'display_info.save',
    subjectKind: 'display_info',
    subjectId: 'info',
    subjectName: '',
    after: { document: picture.name, bytes: picture.bytes, sha256: picture.sha256 },
  })
  return id
}
