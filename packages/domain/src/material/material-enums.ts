/** What a bar or plate must match so that a part can be cut from it. Dimensions in mm, weight in kg per metre. */
export interface SteelShape {
  readonly form: MaterialForm
  readonly kind: string
  readonly heightMm: number | null
  readonly widthMm: number | null
  readonly thicknessMm: number | null
  readonly kgPerM: number | null
}

/** A part of a piece; all equal ones of the piece together. */
export interface SteelPart {
  readonly mark: string
  readonly profile: string
  /** null: unknown profile, or one that is welded from plates. */
  readonly shape: SteelShape | null
  readonly grade: string | null
  /** kg of all of them in one piece; null when the list has no weight. */
  readonly kg: number | null
}

/**
 * Values of incoming material that both sides show and use in rules. No schemas here, so the browser may import the
 * values.
 */

/** Mass fractions in %; CEV is the carbon equivalent by the IIW formula, also in %. */
export const chemicalProperties = [
  'C',
  'Si',
  'Mn',
  'P',
  'S',
  'Nb',
  'V',
  'Ti',
  'Cr',
  'Ni',
  'Cu',
  'Mo',
  'N',
  'B',
  'Al',
  'CEV',
] as const
/** Yield strength and tensile strength in MPa, elongation after fracture in %, absorbed energy in J. */
export const mechanicalProperties = ['ReH', 'Rm', 'A', 'KV'] as const
export const steelProperties = [...chemicalProperties, ...mechanicalProperties] as const
export type SteelProperty = (typeof steelProperties)[number]

export const propertyUnits = { ReH: 'MPa', Rm: 'MPa', A: '%', KV: 'J' } as const

/** Form of the delivered material. */
export const materialForms = ['plate', 'section', 'bar', 'tube'] as const
export type MaterialForm = (typeof materialForms)[number]

/** Status of a lot of a receipt: quarantine until its release; used by concession; rejected. */
export const lotStatuses = ['quarantine', 'released', 'concession', 'rejected'] as const
export type LotStatus = (typeof lotStatuses)[number]

/**
 * Inspection documents of EN 10204: 3.1 by the manufacturer, 3.2 with an independent party; and the report of a
 * re-test.
 */
export const certificateKinds = ['3.1', '3.2', 'retest'] as const
export type CertificateKind = (typeof certificateKinds)[number]

export const millCertificateStatuses = ['draft', 'accepted', 'rejected'] as const
export type MillCertificateStatus = (typeof millCertificateStatuses)[number]

/**
 * Result for one value against its grade: besides in and out, without a limit, required but missing, or no band for
 * the thickness.
 */
export const valueOutcomes = ['in', 'out', 'free', 'missing', 'no_band'] as const
export type ValueOutcome = (typeof valueOutcomes)[number]

/** Maximum number of pieces in one assignment. */
export const maxPiecesAssigned = 500
export const maxMillCertificateBytes = 20_000_000

/** Status of a bar in stock: reserved by a released nest; cut; scrapped. */
export const stockBarStatuses = ['available', 'reserved', 'cut', 'scrapped'] as const
export type StockBarStatus = (typeof stockBarStatuses)[number]

export const stockTakeStatuses = ['open', 'closed', 'cancelled'] as const
export type StockTakeStatus = (typeof stockTakeStatuses)[number]

/** Result of a bar in a stock take: where it should be; elsewhere; not expected there; not counted; used since the start. */
export const stockTakeResults = ['found', 'wrong_place', 'unexpected', 'missing', 'used'] as const
export type StockTakeResult = (typeof stockTakeResults)[number]
