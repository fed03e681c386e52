import { displayPicturesApi } from '@cloud-factory/contract/displays/screen-devices'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { pictureOf } from './displays.store.ts'
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
import { receivedPicture, keepPicture } from './pictures.ts'

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
