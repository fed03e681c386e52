import { z } from 'zod'
import { endpoints, id, idParam } from '../endpoint.ts'
import {
  columnMeanings,
  lengthUnits,
  textEncodings,
  weightUnits,
} from '@cloud-factory/domain/order-import/import-enums'
import { importView } from './order-imports.ts'

const meaning = z.enum(columnMeanings)

/** Excerpt of a file for judging how it was read; empty where nothing could be read. */
export const importSample = z.object({
  /** First lines of the decoded text, cut if they are long. */
  lines: z.array(z.string()),
  /** First rows of a list, cut to fit a screen. */
  rows: z.array(z.array(z.string())),
  /** Line of the header, from 1; null: none found. */
  headerRow: z.int().nullable(),
  columns: z.array(z.object({ index: z.int(), header: z.string(), meaning: meaning.nullable() })),
  /** Encoding chosen by the user; null: detected. */
  chosenEncoding: z.enum(textEncodings).nullable(),
  /** Units chosen by the user; null: detected. */
  chosenUnits: z
    .object({ weight: z.enum(weightUnits).optional(), length: z.enum(lengthUnits).optional() })
    .nullable(),
})
export type ImportSample = z.output<typeof importSample>

export const importReadingsApi = endpoints({
  'GET /api/imports/:id/sample': {
    summary: 'First lines of an import’s file and what its columns were taken for.',
    permission: 'order.view',
    params: idParam,
    reply: importSample,
    errors: ['not_found'],
  },
  'POST /api/imports/:id/read': {
    summary:
      'Reads the files of an import again: in another encoding, with other meanings of the columns, or without some files. Decisions on its rows are lost.',
    permission: 'order.import',
    params: idParam,
    body: z.strictObject({
      /** Absent or null: detected. */
      encoding: z.enum(textEncodings).nullable().optional(),
      mapping: z
        .strictObject({
          /** Line of the header, from 1. */
          headerRow: z.int().min(1).max(40),
          columns: z
            .array(z.strictObject({ index: z.int().min(0).max(199), meaning: meaning.nullable() }))
            .min(1)
            .max(200),
        })
        .nullable()
        .optional(),
      /** Units of the whole file; null: detected. */
      units: z
        .strictObject({
          weight: z.enum(weightUnits).optional(),
          length: z.enum(lengthUnits).optional(),
        })
        .nullable()
        .optional(),
      /** Indexes of files to leave out, from 0. */
      without: z.array(z.int().min(0).max(1999)).max(2000).optional(),
    }),
    status: 202,
    reply: importView,
    errors: ['not_found', 'import.not_ready', 'state.refused', 'server.busy'],
  },
  'GET /api/imports/:id/files/:position': {
    summary: 'One file of an import as it was sent.',
    permission: 'order.view',
    params: z.strictObject({ id, position: z.string().regex(/^(0|[1-9][0-9]{0,3})$/) }),
    reply: 'file',
    produces: ['application/octet-stream'],
    errors: ['not_found'],
  },
  'GET /api/import-template': {
    summary: 'An empty component list with headers in three languages, to be filled in.',
    permission: 'order.view',
    query: z.strictObject({ format: z.enum(['xlsx', 'csv']) }),
    reply: 'file',
    produces: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
  },
})
