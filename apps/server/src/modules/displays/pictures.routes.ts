import { displayPicturesApi } from '@cloud-factory/contract/displays/display-pictures'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes, type UploadedFile } from '../../platform/http/routes.ts'
import { pictureOf, insertPicture, type NewPicture } from './pictures.store.ts'
import { maxPixels, type PictureType, pictureTypes } from '@cloud-factory/domain/displays/picture-words'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { pictureSize } from './picture-size.rules.ts'

const isTaken = (type: string | null): type is PictureType =>
  type !== null && pictureTypes.some((taken) => taken === type)

/** Validates an uploaded file as a picture. Rejects other content, whatever the file name, and sizes that no TV can show. */
async function receivedPicture(files: FileStore, uploads: readonly UploadedFile[]): Promise<NewPicture> {
  const typeOf = (head: Uint8Array) => {
    const type = pictureType(head, '')
    return isTaken(type) ? type : null
  }
  const [kept] = await keepFiles(files, uploads.slice(0, 1), typeOf)
  if (kept === undefined) fail('file.empty', { params: { file: '' } })
  const { fileName: name, bytes, sha256 } = kept
  const type = kept.type as PictureType
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

export interface PictureDeps {
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
