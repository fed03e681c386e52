import { z } from 'zod'
import { endpoints, queryWords } from './endpoint.ts'
import { liveTopics } from './live-words.ts'

export const liveApi = endpoints({
  'GET /api/live': {
    permissionOr: ['equipment.view', 'screen.view'],
    summary:
      'Events as they happen: `hello`, then for each topic `keyframe` and `delta` (JSON), `beat` every five seconds. Resumes after Last-Event-ID.',
    query: z.strictObject({ topics: queryWords(liveTopics) }),
    reply: 'stream',
  },
})
