import { maxPixels, type PictureType, pictureTypes } from '@cloud-factory/contract/picture-words'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { pictureSize } from './picture-size.rules.ts'
import { insertPicture, type NewPicture } from './pictures.store.ts'

const isTaken = (type: string | null): type is PictureType =>
  type !== null && pictureTypes.some((taken) => taken === type)

/** A file of an upload as a picture; rejects what is none, whatever it is called, and what no TV could hold. */
export async function receivedPicture(
  files: FileStore,
  uploads: readonly UploadedFile[],
): Promise<NewPicture> {
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

/** Keeps a picture for the walls; returns its id. */
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
