import { z } from 'zod'
import { endpoints, queryWords, id, queryInt } from '../endpoint.ts'
import { liveTopics, streamTopics } from '@cloud-factory/domain/live/live-enums'
import { type ChangeArea, changeAreas } from '@cloud-factory/domain/live/change-areas'

const topics = z.strictObject({
  topics: queryWords(streamTopics),
  /** For `changes`: number of the last event that the client knows; a new client leaves it out. */
  since: queryInt(0, 9_999_999_999).optional(),
})

/**
 * A caller's name for its stream. A stream opened again under its name replaces the old one, which may not have
 * noticed yet that it broke.
 */
export const listenerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/)
  .optional()

/** `LiveChanges`. */
const liveChanges = z.object({
  seq: z.int(),
  changes: z
    .array(
      z.object({
        area: z.enum(Object.keys(changeAreas) as ChangeArea[]),
        id: z.string().nullable(),
        orderId: id.nullable(),
        own: z.literal(true).optional(),
      }),
    )
    .readonly()
    .nullable(),
})

/** Current content of topics: what a stream would begin with. */
export const liveFrames = z.object({
  /** The server's clock, ms since 1970. */
  now: z.number(),
  frames: z.array(
    z.object({
      topic: z.enum(liveTopics),
      /** Time of the content by the server's clock, ms since 1970. */
      at: z.number(),
      items: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Changes after `since`; null when they were not requested. */
  changes: liveChanges.nullable(),
})

export const liveApi = endpoints({
  'GET /api/live': {
    permission: 'self',
    summary:
      'Events as they happen: `hello`, then for each topic `keyframe` and `delta` (JSON), `beat` every five seconds; resumes after Last-Event-ID. Topic `changes`: `changed` names the areas whose records have changed, from event `since` on. Topics and areas that the person may not view are left out.',
    query: topics.extend({ listener: listenerName }),
    reply: 'stream',
    errors: ['streams.too_many'],
  },
  'GET /api/live/frames': {
    permission: 'self',
    summary:
      'What topics hold now, for clients that no stream reaches; topics and areas that the person may not view are left out.',
    query: topics.extend({ listener: listenerName }),
    reply: liveFrames,
  },
})
