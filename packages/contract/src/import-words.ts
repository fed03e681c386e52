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
