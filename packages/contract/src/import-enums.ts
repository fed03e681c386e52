/** Encodings that a text can be read in; the browser shows them too, so no schema lives here. */
export const textEncodings = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type TextEncoding = (typeof textEncodings)[number]

/** What a column of a list can mean. */
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

/** Units that a person can say a file is written in, as kg and as mm. */
export const kgOfUnit = { kg: 1, lb: 0.453_592_37, t: 1000, g: 0.001 } as const
export const mmOfUnit = { mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 } as const
export type WeightUnit = keyof typeof kgOfUnit
export type LengthUnit = keyof typeof mmOfUnit
export const weightUnits = Object.keys(kgOfUnit) as readonly WeightUnit[]
export const lengthUnits = Object.keys(mmOfUnit) as readonly LengthUnit[]

/** Units of a whole file as a person said them. */
export interface UnitsChoice {
  readonly weight?: WeightUnit | undefined
  readonly length?: LengthUnit | undefined
}
