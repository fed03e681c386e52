import { z } from 'zod'
import { endpoints, queryWords } from '../endpoint.ts'
import { liveTopics } from '@cloud-factory/domain/live/live-enums'

const topics = z.strictObject({ topics: queryWords(liveTopics) })

/**
 * A caller's name for its stream. A stream opened again under its name replaces the old one, which may not have
 * noticed yet that it broke.
 */
export const listenerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/)
  .optional()

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
})

export const liveApi = endpoints({
  'GET /api/live': {
    permissionOr: ['equipment.view', 'screen.view'],
    summary:
      'Events as they happen: `hello`, then for each topic `keyframe` and `delta` (JSON), `beat` every five seconds. Resumes after Last-Event-ID.',
    query: topics.extend({ listener: listenerName }),
    reply: 'stream',
    errors: ['streams.too_many'],
  },
  'GET /api/live/frames': {
    permissionOr: ['equipment.view', 'screen.view'],
    summary:
      'What topics hold now, for whom no stream gets through; topics that the person may not hear are left out.',
    query: topics,
    reply: liveFrames,
  },
})
