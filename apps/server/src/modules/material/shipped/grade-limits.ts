import type { SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'
import type { SteelProperty } from '@cloud-factory/domain/material/material-enums'

export interface ShippedGrade {
  readonly code: string
  readonly standard: string
  readonly edition: string
  readonly source: string
  readonly limits: readonly SteelLimitRow[]
}

type Certainty = SteelLimitRow['certainty']
interface From {
  readonly source: string
  readonly certainty: Certainty
}

/** Elements that a certificate must contain; others are judged if they are given. */
const always: readonly SteelProperty[] = ['C', 'Si', 'Mn', 'P', 'S']
const open = { over: null, upTo: null, condition: '' }

/** Maximum mass fractions in %. */
export const atMost = (
  shares: Readonly<Partial<Record<SteelProperty, string>>>,
  from: From,
): SteelLimitRow[] =>
  (Object.entries(shares) as [SteelProperty, string][]).map(([property, upper]) => ({
    ...open,
    ...from,
    property,
    lower: null,
    upper,
    required: always.includes(property),
  }))

/** Thickness ranges: `[16, 355]` = up to 16 mm; each begins where the previous one ended. */
type Bands = readonly (readonly [number, string, string?])[]

const banded = (
  property: SteelProperty,
  bands: Bands,
  from: From,
  flags: Pick<SteelLimitRow, 'required' | 'condition'>,
  limits: (value: string, most: string | undefined) => Pick<SteelLimitRow, 'lower' | 'upper'>,
): SteelLimitRow[] =>
  bands.map(([upTo, value, most], index) => ({
    property,
    over: index === 0 ? null : String(bands[index - 1]?.[0]),
    upTo: String(upTo),
    ...limits(value, most),
    ...flags,
    ...from,
  }))

/** Minimum values by thickness, with a maximum where there is one (tensile strength). */
export const atLeastBy = (
  property: 'ReH' | 'Rm' | 'A',
  bands: Bands,
  from: From,
  condition = '',
): SteelLimitRow[] =>
  banded(property, bands, from, { required: true, condition }, (lower, upper) => ({
    lower,
    upper: upper ?? null,
  }))

/** Maximum values by thickness. */
export const atMostBy = (property: SteelProperty, bands: Bands, from: From): SteelLimitRow[] =>
  banded(property, bands, from, { required: always.includes(property), condition: '' }, (upper) => ({
    lower: null,
    upper,
  }))

/** Mean absorbed energy of a Charpy V test, in J. */
export const impact = (joules: string, celsius: number, from: From, required: boolean): SteelLimitRow => ({
  ...open,
  ...from,
  property: 'KV',
  lower: joules,
  upper: null,
  required,
  condition: `${celsius} °C`,
})
