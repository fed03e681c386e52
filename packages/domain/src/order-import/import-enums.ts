/** Supported text encodings; the browser shows them, so there are no schemas here. */
export const textEncodings = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type TextEncoding = (typeof textEncodings)[number]

/** Possible meanings of a list's column. */
export const columnMeanings = [
  'mark',
  'part',
  'name',
  'profile',
  'grade',
  'quantity',
  'markQuantity',
  'totalQuantity',
  'length',
  'cutLength',
  'width',
  'height',
  'thickness',
  'unitNet',
  'totalNet',
  'unitGross',
  'totalGross',
  'unitArea',
  'totalArea',
  'markLength',
  'markWidth',
  'markHeight',
  'drawing',
  'revision',
  'phase',
  'batch',
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** Units that a user can choose for a file, in kg and mm. */
export const kgOfUnit = { kg: 1, lb: 0.453_592_37, t: 1000, g: 0.001 } as const
export const mmOfUnit = { mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 } as const
export type WeightUnit = keyof typeof kgOfUnit
export type LengthUnit = keyof typeof mmOfUnit
export const weightUnits = Object.keys(kgOfUnit) as readonly WeightUnit[]
export const lengthUnits = Object.keys(mmOfUnit) as readonly LengthUnit[]

/** Units of a whole file, as chosen by a user. */
export interface UnitsChoice {
  readonly weight?: WeightUnit | undefined
  readonly length?: LengthUnit | undefined
}
