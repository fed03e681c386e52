import type { FourEyesReason } from '../identity/permissions.ts'

/**
 * Values of non-conformances that both sides show and use in rules. No schemas here, so the browser may import the
 * values.
 */

/** Closed and cancelled are final; a rejected disposition sets it back to open. */
export const ncrStatuses = [
  'open',
  'dispositioned',
  'approved',
  'executing',
  'verify',
  'closed',
  'cancelled',
] as const
export type NcrStatus = (typeof ncrStatuses)[number]
/** Statuses that stop the pieces. */
export const openNcrStatuses = ['open', 'dispositioned', 'approved', 'executing', 'verify'] as const

/** Rework restores the piece as drawn, repair makes it usable; return sends it back to the supplier. */
export const ncrDispositions = ['rework', 'repair', 'concession', 'scrap', 'return'] as const
export type NcrDisposition = (typeof ncrDispositions)[number]

export const ncrSeverities = ['minor', 'major', 'critical'] as const
export type NcrSeverity = (typeof ncrSeverities)[number]

/** `lot`: one report about all failures of an inspected lot. */
export const ncrSources = ['reading', 'lot', 'piece', 'scan', 'receipt'] as const
export type NcrSource = (typeof ncrSources)[number]

export const ncrCauses = ['man', 'machine', 'material', 'method', 'environment', 'measure'] as const
export type NcrCause = (typeof ncrCauses)[number]

/** Age of an open report in days: up to 7, up to 30, up to 90, longer. */
export const ncrAges = ['week', 'month', 'quarter', 'older'] as const
export type NcrAge = (typeof ncrAges)[number]
/** Last day of each age group; null: no end. */
export const ncrAgeDays = { week: 7, month: 30, quarter: 90, older: null } as const

/** Actions in the history of a report. */
export const ncrActions = [
  'raise',
  'edit',
  'assign',
  'dispose',
  'approve',
  'reject',
  'start',
  'finish',
  'pass',
  'fail',
  'cancel',
  'photo',
] as const
export type NcrAction = (typeof ncrActions)[number]

/** Why an action is not allowed: values of `can`, params of `state.refused`. */
export const ncrReasons = [
  'permission.denied',
  'ncr.finished',
  'ncr.not_open',
  'ncr.not_dispositioned',
  'ncr.not_approved',
  'ncr.not_executing',
  'ncr.not_verify',
  'ncr.under_way',
  'ncr.needs_concession',
  'ncr.needs_approval',
  'ncr.process_not_gated',
  'ncr.nothing_to_do',
  'ncr.no_pieces',
  'ncr.repair_limit',
  'ncr.unknown_piece',
  'ncr.not_failed',
  'ncr.not_in_lot',
  'ncr.raised_already',
  'ncr.piece_planned',
  'ncr.piece_packed',
  'ncr.piece_gone',
  'ncr.piece_left',
  'ncr.too_many_photos',
  'defect.too_deep',
  'defect.inactive',
] as const
export type NcrReason = (typeof ncrReasons)[number] | FourEyesReason

export const maxNcrPieces = 200

/** Largest cost of a report that can be entered, in the factory's currency. */
export const maxNcrCost = 9_999_999_999
export const maxNcrPhotos = 40
export const maxPhotoBytes = 20 * 1024 * 1024
