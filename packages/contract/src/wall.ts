import { z } from 'zod'
import { endpoints, id } from './endpoint.ts'
import { screenSources } from './screen-words.ts'

/** Which screen: one by its id, or all panels of a source as they are shipped; a TV has its own and needs none. */
const which = {
  screen: id.optional(),
  source: z.enum(screenSources).optional(),
  /** As the draft of the screen has it, for who may change it. */
  draft: z.literal('1').optional(),
}

/** The stream of wall screens. */
export const wallApi = endpoints({
  'GET /api/wall/stream': {
    permission: 'screen.view',
    summary:
      'Items of one screen as they change (wall-frame.ts): `hello`, `keyframe` and `delta` of topic `wall`, `beat` every five seconds. Resumes after Last-Event-ID.',
    query: z.strictObject(which),
    reply: 'stream',
    errors: ['not_found'],
  },
})
