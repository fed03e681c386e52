import { displayPicturesApi } from '@cloud-factory/contract/display-pictures'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { keepPicture, receivedPicture } from './keep-picture.ts'
import { pictureOf } from './pictures.store.ts'

export interface PictureDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

/** Routes of pictures for the walls. */
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
