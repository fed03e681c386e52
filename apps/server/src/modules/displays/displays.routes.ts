import { type PictureType, maxPixels, pictureTypes } from '@cloud-factory/domain/displays/display-enums'
import { displayPicturesApi } from '@cloud-factory/contract/displays/screen-devices'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes, type UploadedFile } from '../../platform/http/routes.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { pictureOf, insertPicture, type NewPicture } from './displays.store.ts'
import { Readable } from 'node:stream'
import { type ScreenBundle, screensApi } from '@cloud-factory/contract/displays/screens'
import { versionsOf, versionWith } from './info.queries.ts'
import {
  changeDraft,
  createScreen,
  deleteScreen,
  importScreen,
  publishScreen,
  renameScreen,
  restoreScreen,
} from './change-screen.ts'
import { readLayout, listScreens, screenDetail, screenDocument, shownScreen } from './screens.queries.ts'

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
async function receivedPicture(files: FileStore, uploads: readonly UploadedFile[]): Promise<NewPicture> {
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
    fail('state.refused', {
      params: { reason: 'display.picture_too_large', megapixels: maxPixels / 1_000_000 },
    })
  return { name, type, bytes, sha256, ...size }
}

/** Stores a picture for wall screens; returns its id. */
async function keepPicture(write: Write, actor: Actor, picture: NewPicture, now: Date): Promise<string> {
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

interface PictureDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

/** Routes of pictures for wall screens. */
export const pictureRoutes = ({ db, clock, files }: PictureDeps): Routes =>
  routes(displayPicturesApi, {
    'POST /api/display/pictures': async ({ actor, files: uploads }) => {
      const picture = await receivedPicture(files, uploads)
      const id = await db.tx((write) => keepPicture(write, actor, picture, clock.now()))
      const { name, type, bytes, widthPx, heightPx } =
        (await pictureOf(db.reads, actor.plantId, id)) ?? fail('not_found')
      return { id, name, type, bytes, widthPx, heightPx }
    },
    'GET /api/display/pictures/:id/file': async ({ actor, params: { id } }) => {
      const { name, type, bytes, sha256 } =
        (await pictureOf(db.reads, actor.plantId, id)) ?? fail('not_found')
      return { name, type, bytes, body: files.stream(sha256), inline: true, lasting: true }
    },
  })

/** Routes of screens. */
export function screenRoutes({ reads, tx }: Database, clock: Clock): Routes {
  const target = ({ id }: { id: string }, version: number) => ({ id, version, now: clock.now() })
  return routes(screensApi, {
    'GET /api/screens': ({ actor, query }) => listScreens(reads, actor, query, clock.now()),
    'POST /api/screens': async ({ actor, body }) => {
      const id = await tx((write) => createScreen(write, actor, body))
      return screenDetail(reads, actor, String(id), clock.now())
    },
    'GET /api/screens/:id': ({ actor, params }) => screenDetail(reads, actor, params.id, clock.now()),
    'PATCH /api/screens/:id': async ({ actor, params, body: { version, ...head } }) => {
      await tx((write) => renameScreen(write, actor, target(params, version), head))
      return screenDetail(reads, actor, params.id, clock.now())
    },
    'DELETE /api/screens/:id': ({ actor, params, query }) =>
      tx((write) => deleteScreen(write, actor, target(params, query.version))),
    'PUT /api/screens/:id/draft': async ({ actor, params, body }) => {
      await tx((write) => changeDraft(write, actor, target(params, body.version), body.draft))
      return screenDetail(reads, actor, params.id, clock.now())
    },
    'POST /api/screens/:id/publish': async ({ actor, params, body }) => {
      await tx((write) => publishScreen(write, actor, target(params, body.version), body.note))
      return screenDetail(reads, actor, params.id, clock.now())
    },
    'POST /api/screens/:id/restore': async ({ actor, params, body }) => {
      await tx((write) => restoreScreen(write, actor, target(params, body.version), body.no))
      return screenDetail(reads, actor, params.id, clock.now())
    },
    'GET /api/screens/:id/versions': async ({ actor, params, query }) =>
      versionsOf(reads, actor.plantId, await screenDocument(reads, actor.plantId, params.id), query),
    'GET /api/screens/:id/versions/:no': async ({ actor, params }) => {
      const document = await screenDocument(reads, actor.plantId, params.id)
      const { row, content } = await versionWith(reads, actor.plantId, document, Number(params.no))
      return { row, content: readLayout(content) }
    },
    'GET /api/screens/:id/export': async ({ actor, params }) => {
      const { names, place, source, draft } = await screenDetail(reads, actor, params.id, clock.now())
      const bundle: ScreenBundle = { format: 'cloud-factory.screen', names, place, source, layout: draft }
      const body = Buffer.from(`${JSON.stringify(bundle, null, 2)}\n`)
      const name = `${names.zh}.screen.json`
      return { name, type: 'application/json', bytes: body.length, body: Readable.from([body]) }
    },
    'POST /api/screens/import': async ({ actor, body }) => {
      const id = await tx((write) => importScreen(write, actor, body.bundle))
      return screenDetail(reads, actor, String(id), clock.now())
    },
    'GET /api/screens/shown': ({ actor, query }) => shownScreen(reads, actor, query),
  })
}
