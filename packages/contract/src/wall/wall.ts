import { z } from 'zod'
import { endpoints, id } from '../endpoint.ts'
import { listenerName } from '../live/live.ts'
import { panelKinds, screenSources } from '@cloud-factory/domain/displays/display-enums'
import { courseSpans, inputKeys, inputUnits } from '@cloud-factory/domain/wall/wall-frame'

/** Which screen: by its id, or the built-in one of a source with all panels; a TV has its own and sends neither. */
const which = {
  screen: id.optional(),
  source: z.enum(screenSources).optional(),
  /** The draft of the screen, for people who may change it. */
  draft: z.literal('1').optional(),
}

export const wallExplanation = z.object({
  panel: z.enum(panelKinds),
  /** The panel's main figure and its inputs; null: unknown, or the panel has none. */
  value: z.number().nullable(),
  unit: z.enum(inputUnits),
  inputs: z.array(
    z.object({ key: z.enum(inputKeys), value: z.number().nullable(), unit: z.enum(inputUnits) }),
  ),
  /** History, oldest first, ms since 1970 by its source's clock; empty: none is stored. */
  span: z.enum(courseSpans),
  points: z.array(z.object({ at: z.number(), value: z.number().nullable() })),
  /** Time of its newest value, ms since 1970 by the server's clock; null: never a value. */
  at: z.number().nullable(),
  now: z.number(),
  /**
   * Office page with the list behind it, including the filter; null: the caller is a TV, or the number is simulated.
   */
  path: z.string().nullable(),
})
export type WallExplanation = z.output<typeof wallExplanation>

/** A panel with a model on a screen; `data`: its data on the stream (`dataKey`). */
const modelPanel = z.strictObject({ ...which, data: z.string().max(4000) })
const onScreens = { permissionOr: ['screen.view', 'screen.show'] } as const

/** The stream of wall screens, and the sources of their numbers. A TV has access to its own screen only. */
export const wallApi = endpoints({
  'GET /api/wall/stream': {
    ...onScreens,
    summary:
      'Items of one screen as they change (wall-frame.ts): `hello`, `keyframe` and `delta` of topic `wall`, `beat` every five seconds. Resumes after Last-Event-ID.',
    query: z.strictObject({ ...which, listener: listenerName }),
    reply: 'stream',
    errors: ['not_found', 'streams.too_many'],
  },
  'GET /api/wall/explain': {
    ...onScreens,
    summary: 'What a panel’s main figure is made of, how it went over the last day, and the list behind it.',
    /** `data`: the panel's data on the stream where it has some of its own (`dataKey`). */
    query: z.strictObject({ ...which, panel: z.enum(panelKinds), data: z.string().max(4000).optional() }),
    reply: wallExplanation,
    errors: ['not_found'],
  },
})

/** Pictures of models on panels; a TV has access to those on its own screen only. */
export const wallModelApi = endpoints({
  'GET /api/wall/model/pictures': {
    ...onScreens,
    summary:
      'The latest pictures around the model on a panel. They are drawn in the background: none yet, or older ones while others are drawn.',
    query: modelPanel,
    /** `at`: of the states that they show, ms since 1970. */
    reply: z.object({ series: z.string(), views: z.int(), at: z.number() }).nullable(),
    errors: ['not_found'],
  },
  'GET /api/wall/model/pictures/:position': {
    ...onScreens,
    summary: 'A picture of a series.',
    params: z.strictObject({ position: z.string().regex(/^[0-9]{1,5}$/) }),
    query: modelPanel.extend({ series: z.string().max(100) }),
    reply: 'file',
    produces: ['image/png'],
    errors: ['not_found'],
  },
})
