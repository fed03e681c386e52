import { Readable } from 'node:stream'
import { wallModelApi } from '@cloud-factory/contract/wall/wall'
import type { ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type FileReply, type Routes, routes } from '../../platform/http/routes.ts'
import type { ModelPictures, PictureSeries } from '../model/public.ts'
import type { ScreenAsker, ScreenQuery } from './wall.queries.ts'
import type { WallScreens } from './wall-screens.ts'
import type { ModelFact } from './model.types.ts'
import type { WallFacts } from './wall.types.ts'

interface Deps {
  readonly files: FileStore
  readonly pictures: ModelPictures
  readonly screens: WallScreens
  readonly facts: Readonly<Record<ScreenSource, WallFacts>>
}

type PanelQuery = Omit<ScreenQuery, 'id'> & {
  readonly screen?: string | undefined
  readonly data: string
}

/** Geometry, states and pictures of the models on panels. */
export function modelRoutes({ files, pictures, screens, facts }: Deps): Routes {
  /** The model on a panel of a screen that the caller may see; fails with `not_found`. */
  async function modelOn(actor: ScreenAsker, query: PanelQuery): Promise<ModelFact> {
    const shown = await screens.of(await screens.scopeFor(actor, query))
    const panel = shown?.panels.find(({ key, kind }) => kind === 'model' && key === query.data)
    if (panel === undefined) return fail('not_found')
    return (await facts[panel.scope.source].model(panel.scope)) ?? fail('not_found')
  }
  return routes(wallModelApi, {
    'GET /api/wall/model/states': async ({ actor, query }) => {
      const { version, states } = await modelOn(actor, query)
      return { version, states: [...states] }
    },
    'GET /api/wall/model/chunks/:position': async ({ actor, params: { position }, query }) => {
      const { id, chunks } = await modelOn(actor, query)
      const chunk = id === query.model ? chunks[Number(position)] : undefined
      if (chunk === undefined) return fail('not_found')
      const { sha256, bytes } = chunk
      const name = `model-${id}-${position}.gz`
      return { name, type: 'application/gzip', bytes, body: files.stream(sha256), lasting: true }
    },
    'GET /api/wall/model/pictures': async ({ actor, query }) => {
      const series = pictures.latest(await modelOn(actor, query))
      return series && { series: nameOf(series), views: series.pictures.length, at: series.at }
    },
    'GET /api/wall/model/pictures/:position': async ({ actor, params: { position }, query }) => {
      const series = pictures.latest(await modelOn(actor, query))
      const picture =
        series !== null && nameOf(series) === query.series ? series.pictures[Number(position)] : undefined
      return picture === undefined ? fail('not_found') : pictureReply(position, picture)
    },
  })
}

const nameOf = ({ version, at }: PictureSeries): string => `${version}-${at}`

const pictureReply = (position: string, picture: Uint8Array): FileReply => ({
  name: `model-${position}.png`,
  type: 'image/png',
  bytes: picture.length,
  inline: true,
  lasting: true,
  body: Readable.from([picture]),
})
