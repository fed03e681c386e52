import type { FourEyesReason } from './four-eyes.ts'
import { z } from 'zod'
import { id, instant, allowed } from './endpoint.ts'
import { inspectionRow } from './inspection-rows.ts'
import { names } from './processes.ts'
import { decimal } from './quality-rules.ts'
import { itemClasses, itemMeasures, sizeNames } from './quality-enums.ts'
import { text } from './enums.ts'
import { lotReasons } from './verdict.rules.ts'

/** Why something may not be done with an inspection or a reading: `reason.<word>` in the translations. */
export const inspectionReasons = [
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
  'reading.no_such_point',
  'instrument.unknown',
  'instrument.inactive',
  'instrument.expired',
  'instrument.out_of_range',
] as const
export type InspectionReason = (typeof inspectionReasons)[number] | FourEyesReason

const size = decimal.regex(/^[^-]/)
/** Sizes in mm as typed. */
export const sizes = z.partialRecord(z.enum(sizeNames), size)

const place = z.enum(['any', 'joint', 'other'])
const point = z.int().min(1).max(200)
const cell = { itemId: id, pieceId: id, point }

/** A reading to save. `was`: what stood there when it was typed over; null: nothing. `value` null takes it away. */
export const reading = z.strictObject({
  ...cell,
  value: decimal.nullable(),
  was: decimal.nullable(),
  instrumentId: id.nullable().optional(),
  note: text(300).nullable().optional(),
})
export type ReadingInput = z.output<typeof reading>

export const readingRow = z.object({
  ...cell,
  value: decimal,
  deviation: decimal,
  inside: z.boolean(),
  instrumentId: id.nullable(),
  note: z.string().nullable(),
  readBy: z.string(),
})
export type ReadingRow = z.output<typeof readingRow>

/** What became of one reading; `reading` is what stands there now. */
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
  /** Its limits differ at a joint and elsewhere. */
  asksPlace: z.boolean(),
  nominalOf: z.enum(sizeNames).nullable(),
  nominal: decimal.nullable(),
  lower: decimal.nullable(),
  upper: decimal.nullable(),
  /** Its limits bound the size of the deviation alone: −8 … +8 is meant as `≤ 8`. */
  magnitude: z.boolean(),
  /** Sizes that its limits and nominal value wait for. */
  missing: z.array(z.enum(sizeNames)),
  unit: z.string(),
  tool: z.string(),
  points: z.int(),
  clause: z.string(),
  /** Optional in the standard, and added to this form by the inspector. */
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

/** An item of the standard that judges only some members: the inspector adds it to the form of those. */
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
  /** A draft edition is said so wherever it is shown. */
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
  /** sha256 of what was locked. */
  hash: z.string().nullable(),
  parent: link.nullable(),
  corrects: link.nullable(),
  /** What came after it: its corrected version, its re-inspections. */
  followers: z.array(link),
  /** Non-conformances raised from it that were not taken back; `lot`: on all that failed in it. */
  ncrs: z.array(link.extend({ lot: z.boolean() })),
  /** Machines and crews that made its pieces, as far as is known; those of most pieces first. */
  machines: z.array(z.object({ id, name: z.string() })),
  crews: z.array(z.object({ id, name: z.string() })),
  lot: z.array(
    z.object({ id, serial: z.string(), measured: z.boolean(), verdict: z.enum(['pass', 'fail']).nullable() }),
  ),
  items: z.array(formItem),
  /** Items whose figures nobody has checked off against the official text: whoever reads the form is told how many. */
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
  /** What the rule says of the readings so far. */
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
  }),
})
export type InspectionForm = z.output<typeof inspectionForm>
