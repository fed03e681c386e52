import { z } from 'zod'
import { endpoints, queryWords } from './endpoint.ts'
import { liveTopics } from './live-enums.ts'

const topics = z.strictObject({ topics: queryWords(liveTopics) })

/** What a caller calls its stream: one that it opens again takes the place of the one before, which may not know yet that it broke. */
export const listenerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/)
  .optional()

/** What topics hold now: what a stream would begin with. */
export const liveFrames = z.object({
  /** The server's clock, ms since 1970. */
  now: z.number(),
  frames: z.array(
    z.object({
      topic: z.enum(liveTopics),
      /** When it was true by the server's clock, ms since 1970. */
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
