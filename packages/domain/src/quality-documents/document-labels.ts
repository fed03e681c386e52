/** Values of quality documents that both sides show. No schemas here, so the browser may import the values. */

/** Documents of a record or an order besides the inspection report. */
export const qualityDocumentKinds = [
  'dossier',
  'certificate',
  'material',
  'welds',
  'welders',
  'ndt',
  'coat',
  'trial',
  'ncr',
] as const
export type QualityDocumentKind = (typeof qualityDocumentKinds)[number]

/** What a verification code on a document can refer to. */
export const sealedKinds = ['inspection', ...qualityDocumentKinds] as const
export type SealedKind = (typeof sealedKinds)[number]

export const documentLanguages = ['zh', 'en', 'es'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]
