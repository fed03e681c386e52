import { z } from 'zod'
import { endpoints, id, idParam } from '../endpoint.ts'

/** Faces of a part in DSTV: v web front or plate, h web back, o upper flange, u lower flange. */
export const partFaces = ['v', 'h', 'o', 'u'] as const

const face = z.enum(partFaces)

/** Millimetres from the lower left corner of the face, angles in degrees. */
export const partGeometry = z.object({
  lengthMm: z.number(),
  heightMm: z.number(),
  /** Width of the flanges; 0 for a plate. */
  flangeMm: z.number(),
  holes: z.array(
    z.object({
      face,
      x: z.number(),
      y: z.number(),
      diameter: z.number(),
      /** 0: through hole. */
      depth: z.number(),
      /** Of a slot, between the centres of its ends; 0: round hole. */
      length: z.number(),
      width: z.number(),
      angle: z.number(),
    }),
  ),
  contours: z.array(
    z.object({
      face,
      /** `mark`: powder or punch lines, which are drawn and not cut. */
      kind: z.enum(['outer', 'inner', 'mark']),
      /** `radius` bends the segment to the next point, positive counterclockwise; 0: straight. */
      points: z.array(z.object({ x: z.number(), y: z.number(), radius: z.number() })),
    }),
  ),
})
export type PartGeometry = z.output<typeof partGeometry>

export const partDrawingsApi = endpoints({
  'GET /api/parts/:id/drawing': {
    summary: 'Faces of a part with their holes and contours, where its file had them.',
    permission: 'order.view',
    params: idParam,
    reply: z.object({ id, partMark: z.string(), profile: z.string(), geometry: partGeometry.nullable() }),
    errors: ['not_found'],
  },
})
