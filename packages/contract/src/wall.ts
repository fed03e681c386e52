import { z } from 'zod'
import { endpoints, id } from './endpoint.ts'
import { listenerName } from './live.ts'
import { panelKinds, screenSources } from './screen-enums.ts'
import { courseSpans, inputKeys, inputUnits } from './wall-enums.ts'

/** Which screen: one by its id, or all panels of a source as they are shipped; a TV has its own and needs none. */
const which = {
  screen: id.optional(),
  source: z.enum(screenSources).optional(),
  /** As the draft of the screen has it, for who may change it. */
  draft: z.literal('1').optional(),
}

export const wallExplanation = z.object({
  panel: z.enum(panelKinds),
  /** The panel's main figure and what it is made of; null: not known, or the panel has none. */
  value: z.number().nullable(),
  unit: z.enum(inputUnits),
  inputs: z.array(
    z.object({ key: z.enum(inputKeys), value: z.number().nullable(), unit: z.enum(inputUnits) }),
  ),
  /** How it went, oldest first, ms since 1970 by its source's clock; empty: no course of it is kept. */
  span: z.enum(courseSpans),
  points: z.array(z.object({ at: z.number(), value: z.number().nullable() })),
  /** Time of the newest value in it, ms since 1970 by the server's clock; null: there has never been one. */
  at: z.number().nullable(),
  now: z.number(),
  /** Page of the office with the list behind it and its filter; null: a TV asks, or the number is simulated. */
  path: z.string().nullable(),
})
export type WallExplanation = z.output<typeof wallExplanation>

/** The stream of wall screens, and where their numbers come from. A TV has its own screen and no other. */
export const wallApi = endpoints({
  'GET /api/wall/stream': {
    permissionOr: ['screen.view', 'screen.show'],
    summary:
      'Items of one screen as they change (wall-frame.ts): `hello`, `keyframe` and `delta` of topic `wall`, `beat` every five seconds. Resumes after Last-Event-ID.',
    query: z.strictObject({ ...which, listener: listenerName }),
    reply: 'stream',
    errors: ['not_found', 'streams.too_many'],
  },
  'GET /api/wall/explain': {
    permissionOr: ['screen.view', 'screen.show'],
    summary: 'What a panel’s main figure is made of, how it went over the last day, and the list behind it.',
    query: z.strictObject({ ...which, panel: z.enum(panelKinds) }),
    reply: wallExplanation,
    errors: ['not_found'],
  },
})
