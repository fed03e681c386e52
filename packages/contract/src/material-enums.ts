/** Words of incoming material that both sides show and judge by; no schema here, so the browser may import the values. */

/** Mass fractions in %; CEV is the carbon equivalent by the IIW formula, in % too. */
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

/** What was delivered. */
export const materialForms = ['plate', 'section', 'bar', 'tube'] as const
export type MaterialForm = (typeof materialForms)[number]

/** A lot of a receipt: kept apart until it is let go; used by concession; not to be used. */
export const lotStatuses = ['quarantine', 'released', 'concession', 'rejected'] as const
export type LotStatus = (typeof lotStatuses)[number]

/** Inspection documents of EN 10204: 3.1 by the maker, 3.2 with an independent party; and the report of a re-test. */
export const certificateKinds = ['3.1', '3.2', 'retest'] as const
export type CertificateKind = (typeof certificateKinds)[number]

export const millCertificateStatuses = ['draft', 'accepted', 'rejected'] as const
export type MillCertificateStatus = (typeof millCertificateStatuses)[number]

/** How one value stands against its grade: without a limit, not given though asked for, or no band for the thickness. */
export const valueOutcomes = ['in', 'out', 'free', 'missing', 'no_band'] as const
export type ValueOutcome = (typeof valueOutcomes)[number]

/** Pieces that one assignment names at most. */
export const maxPiecesAssigned = 500
export const maxMillCertificateBytes = 20_000_000
