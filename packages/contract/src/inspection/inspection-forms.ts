import { z } from 'zod'
import { day, id, instant, version, allowed } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import {
  inspectedShapes,
  inspectionStages,
  inspectionStatuses,
  inspectionVerdicts,
  itemClasses,
  itemMeasures,
  sizeNames,
} from '@cloud-factory/domain/inspection/quality-enums'
import type { FourEyesReason } from '@cloud-factory/domain/identity/permissions'
import { decimal } from '../standards/quality-rules.ts'
import { text } from '../enums.ts'
import { lotReasons } from './verdict.rules.ts'

export const inspectionRow = z.object({
  id,
  no: z.string(),
  stage: z.enum(inspectionStages),
  status: z.enum(inspectionStatuses),
  /** null until it is judged. */
  verdict: z.enum(inspectionVerdicts).nullable(),
  standardCode: z.string(),
  editionNo: z.string(),
  shape: z.enum(inspectedShapes),
  /** null when it belongs to no order. */
  order: z.object({ id, no: z.string() }).nullable(),
  mark: z.string().nullable(),
  /** The process whose gate it opens; null: none. */
  process: z.object({ id, code: z.string(), names }).nullable(),
  isHoldPoint: z.boolean(),
  pieces: z.int(),
  inspector: z.string().nullable(),
  judge: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
  updatedAt: instant,
  version,
})
export type InspectionRow = z.output<typeof inspectionRow>

/** Why an action on an inspection or a reading is not allowed: `reason.<word>` in the translations. */
const inspectionReasons = [
  'permission.denied',
  'inspection.not_draft',
  'inspection.not_submitted',
  'inspection.not_judged',
  'inspection.not_locked',
  'inspection.locked',
  'inspection.not_failed',
  'inspection.missing_points',
  'inspection.size_missing',
  'inspection.has_readings',
  'inspection.rule_fails',
  'inspection.needs_note',
  'inspection.no_items',
  'inspection.no_standard',
  'inspection.not_gated',
  'inspection.unknown_piece',
  'piece.several',
  'inspection.not_released',
  'inspection.piece_gone',
  'inspection.open_already',
  'inspection.corrected_already',
  'inspection.nothing_left',
  'inspection.item_not_offered',
  'inspection.item_not_added',
  'inspection.item_read',
  'inspection.no_order',
  'reading.no_such_point',
  'instrument.unknown',
  'instrument.inactive',
  'instrument.expired',
  'instrument.out_of_range',
] as const
export type InspectionReason = (typeof inspectionReasons)[number] | FourEyesReason

const size = decimal.regex(/^[^-]/)
/** Typed sizes in mm. */
export const sizes = z.partialRecord(z.enum(sizeNames), size)

const place = z.enum(['any', 'joint', 'other'])
const point = z.int().min(1).max(200)
const cell = { itemId: id, pieceId: id, point }

/** A reading to save. `was`: the value that it replaces; null: none. `value` null deletes it. */
export const reading = z.strictObject({
  ...cell,
  value: decimal.nullable(),
  was: decimal.nullable(),
  instrumentId: id.nullable().optional(),
  note: text(300).nullable().optional(),
})
export type ReadingInput = z.output<typeof reading>

const readingRow = z.object({
  ...cell,
  value: decimal,
  deviation: decimal,
  inside: z.boolean(),
  instrumentId: id.nullable(),
  note: z.string().nullable(),
  readBy: z.string(),
})
export type ReadingRow = z.output<typeof readingRow>

/** Result of saving one reading; `reading` is the stored value. */
export const readingOutcome = z.object({
  ...cell,
  outcome: z.enum(['saved', 'changed', 'refused']),
  reason: z.string().nullable(),
  params: z.record(z.string(), z.string()),
  reading: readingRow.nullable(),
})
export type ReadingOutcome = z.output<typeof readingOutcome>

const formItem = z.object({
  id,
  names,
  class: z.enum(itemClasses),
  measures: z.enum(itemMeasures),
  place,
  /** Its limits at a joint differ from those elsewhere. */
  asksPlace: z.boolean(),
  nominalOf: z.enum(sizeNames).nullable(),
  nominal: decimal.nullable(),
  lower: decimal.nullable(),
  upper: decimal.nullable(),
  /** Its limits apply to the absolute deviation: −8 … +8 means `≤ 8`. */
  magnitude: z.boolean(),
  /** Sizes that its limits and nominal value still need. */
  missing: z.array(z.enum(sizeNames)),
  unit: z.string(),
  tool: z.string(),
  points: z.int(),
  clause: z.string(),
  /** Optional in the standard; the inspector added it to this form. */
  added: z.boolean(),
})
export type FormItem = z.output<typeof formItem>

const itemVerdict = z.object({
  itemId: id,
  points: z.int(),
  inside: z.int(),
  beyond: z.int(),
  reason: z.enum(lotReasons).nullable(),
})

/** An item of the standard that judges only some members; the inspector adds it where it applies. */
export const optionalItem = z.object({
  id,
  names,
  class: z.enum(itemClasses),
  measures: z.enum(itemMeasures),
  tool: z.string(),
  points: z.int(),
  clause: z.string(),
})

const link = z.object({ id, no: z.string() })

export const inspectionForm = inspectionRow.extend({
  /** A draft edition is marked as such wherever it is shown. */
  editionStatus: z.enum(['draft', 'approved', 'retired']),
  verdictFamily: z.enum(['gb', 'all']),
  sizes,
  sizesAsked: z.array(z.enum(sizeNames)),
  note: z.string(),
  reason: z.string(),
  submittedAt: instant.nullable(),
  judgedAt: instant.nullable(),
  judgeNote: z.string().nullable(),
  lockedAt: instant.nullable(),
  /** SHA-256 of the locked content. */
  hash: z.string().nullable(),
  parent: link.nullable(),
  corrects: link.nullable(),
  /** Its successors: its corrected version, its re-inspections. */
  followers: z.array(link),
  /** Non-conformances raised from it, without cancelled ones; `lot`: one about all failures. */
  ncrs: z.array(link.extend({ lot: z.boolean() })),
  /** Known machines and crews that made its pieces; those with most pieces first. */
  machines: z.array(z.object({ id, name: z.string() })),
  crews: z.array(z.object({ id, name: z.string() })),
  lot: z.array(
    z.object({ id, serial: z.string(), measured: z.boolean(), verdict: z.enum(['pass', 'fail']).nullable() }),
  ),
  items: z.array(formItem),
  /** Number of items whose figures nobody has checked against the official text; the form shows it. */
  unverified: z.int(),
  readings: z.array(readingRow),
  photos: z.array(
    z.object({
      id,
      fileName: z.string(),
      bytes: z.int(),
      itemId: id.nullable(),
      pieceId: id.nullable(),
      createdBy: z.string(),
    }),
  ),
  /** Of the customer, to witness it; null: nobody is invited. */
  invitation: z
    .object({
      onDay: day,
      note: z.string(),
      answer: z.enum(['accepted', 'declined']).nullable(),
      answerDay: day.nullable(),
      answerNote: z.string(),
      answeredBy: z.string().nullable(),
      signedAt: instant.nullable(),
      signedBy: z.string().nullable(),
    })
    .nullable(),
  /** Verdict of the rule on the readings so far. */
  byRule: z.object({ verdict: z.enum(['pass', 'fail']), items: z.array(itemVerdict) }),
  can: z.object({
    read: allowed,
    sizes: allowed,
    items: allowed,
    submit: allowed,
    return: allowed,
    judge: allowed,
    reopen: allowed,
    lock: allowed,
    correct: allowed,
    repeat: allowed,
    cancel: allowed,
    raise: allowed,
    invite: allowed,
  }),
})
export type InspectionForm = z.output<typeof inspectionForm>
