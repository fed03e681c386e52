import { z } from 'zod'
import { endpoints, id, idParam, listOf, listQuery } from '../endpoint.ts'

/**
 * A listed part compared with its part file. matched: both agree. differs: see `fields`. no_file: listed only.
 * no_line: in a file only.
 */
export const partStates = ['matched', 'differs', 'no_file', 'no_line'] as const
export const partFields = ['profile', 'grade', 'length', 'weight', 'quantity'] as const

const figures = z.object({
  profile: z.string(),
  grade: z.string().nullable(),
  lengthMm: z.number().nullable(),
  /** Per piece. */
  netKg: z.number().nullable(),
  /** Pieces of all marks together. */
  quantity: z.int(),
})
export type PartFigures = z.output<typeof figures>

const importPartRow = z.object({
  id,
  partMark: z.string(),
  state: z.enum(partStates),
  fields: z.array(z.enum(partFields)),
  file: z.string().nullable(),
  /** Marks that have the part, the first few. */
  marks: z.array(z.string()),
  listed: figures.nullable(),
  inFile: figures.nullable(),
  /** Drawing and holes of the file are assigned to the listed part; not when profile or length differ. */
  completes: z.boolean(),
})
export type ImportPartRow = z.output<typeof importPartRow>

export const importPartsApi = endpoints({
  'GET /api/imports/:id/parts': {
    summary: 'Part files of an import against the parts of the lists: what matches, differs or is missing.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['partMark']).extend({ state: z.enum(partStates).optional() }),
    reply: listOf(importPartRow),
    errors: ['not_found'],
  },
})
