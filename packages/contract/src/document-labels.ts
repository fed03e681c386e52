/** Words of papers that both sides show; no schema here, so the browser may import the values. */

/** Papers of a record or an order besides the report of an inspection. */
export const qualityDocumentKinds = [
  'dossier',
  'certificate',
  'material',
  'welds',
  'welders',
  'ndt',
  'coat',
  'ncr',
] as const
export type QualityDocumentKind = (typeof qualityDocumentKinds)[number]

/** What a code on a paper may stand for. */
export const sealedKinds = ['inspection', ...qualityDocumentKinds] as const
export type SealedKind = (typeof sealedKinds)[number]

export const documentLanguages = ['zh', 'en', 'es'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]
