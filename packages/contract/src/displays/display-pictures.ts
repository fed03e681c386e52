import { z } from 'zod'
import { endpoints, id, idParam } from '../endpoint.ts'
import { maxPictureBytes, pictureTypes } from '@cloud-factory/domain/displays/picture-words'

export const displayPicture = z.object({
  id,
  /** Name on the user's device. */
  name: z.string(),
  type: z.enum(pictureTypes),
  bytes: z.int(),
  widthPx: z.int(),
  heightPx: z.int(),
})
export type DisplayPicture = z.output<typeof displayPicture>

/** Logo, pictures of honours, background of the plan: stored once, never changed, referred to by id. */
export const displayPicturesApi = endpoints({
  'POST /api/display/pictures': {
    permission: 'display.info',
    summary:
      'Keeps a picture for the walls: PNG, JPEG or WebP, judged by what is in it. One that is there keeps its id.',
    upload: { field: 'files', maxBytes: maxPictureBytes, maxFiles: 1 },
    status: 201,
    reply: displayPicture,
    errors: ['file.empty', 'file.too_large', 'file.unknown_type', 'state.refused'],
  },
  'GET /api/display/pictures/:id/file': {
    permissionOr: ['screen.view', 'screen.show', 'display.info', 'display.view'],
    summary: 'The picture itself. It never changes, so whoever has it need not ask again.',
    params: idParam,
    reply: 'file',
    produces: pictureTypes,
    errors: ['not_found'],
  },
})
