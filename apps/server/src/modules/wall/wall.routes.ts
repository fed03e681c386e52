import { Readable } from 'node:stream'
import { wallApi, wallModelApi } from '@cloud-factory/contract/wall/wall'
import type { ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import type { Clock } from '../../platform/clock/clock.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type FileReply, type Routes, routes } from '../../platform/http/routes.ts'
import type { LiveHub } from '../../platform/live/hub.ts'
import type { ModelPictures, PictureSeries } from '../model/public.ts'
import { explainPanel } from './explain-panel.ts'
import type { ScreenAsker, ScreenQuery } from './wall.queries.ts'
import type { WallScreens } from './wall-screens.ts'
import type { ModelFact } from './model.types.ts'
import type { WallFacts } from './wall.types.ts'

interface Deps {
  readonly screens: WallScreens
  readonly facts: Readonly<Record<ScreenSource, WallFacts>>
}

/** The stream of a screen, and where its numbers come from. */
export const streamRoutes = ({
  screens,
  facts,
  clock,
  open,
}: Deps & { readonly clock: Clock; readonly open: LiveHub['open'] }): Routes =>
  routes(wallApi, {
    'GET /api/wall/stream': async ({ actor, query, request }) =>
      open({
        actor,
        topics: ['wall'],
        scope: await screens.scopeFor(actor, query),
        lastEventId: request.lastEventId,
        signal: request.signal,
        name: query.listener ?? null,
      }),
    'GET /api/wall/explain': async ({ actor, query }) => {
      const shown = (await screens.of(await screens.scopeFor(actor, query))) ?? fail('not_found')
      const own = shown.panels.find(({ key }) => key === query.data)
      const scope = own?.scope ?? shown.scope
      const view = { facts: facts[scope.source], scope, now: clock.now().getTime() }
      return explainPanel(query.panel, view, actor.deviceId === undefined)
    },
  })

type PanelQuery = Omit<ScreenQuery, 'id'> & {
  readonly screen?: string | undefined
  readonly data: string
}

/** Pictures of the models on panels. */
export function modelRoutes({
  pictures,
  screens,
  facts,
}: Deps & { readonly pictures: ModelPictures }): Routes {
  /** The model on a panel of a screen that the caller may see; fails with `not_found`. */
  async function modelOn(actor: ScreenAsker, query: PanelQuery): Promise<ModelFact> {
    const shown = await screens.of(await screens.scopeFor(actor, query))
    const panel = shown?.panels.find(({ key, kind }) => kind === 'model' && key === query.data)
    if (panel === undefined) return fail('not_found')
    return (await facts[panel.scope.source].model(panel.scope)) ?? fail('not_found')
  }
  return routes(wallModelApi, {
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
