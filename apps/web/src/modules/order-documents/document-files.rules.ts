import type { DocumentKind } from '@cloud-factory/contract/order-documents/order-documents'

/** Limit of the upload endpoint (`order-documents` of the contract; a test holds them together). */
export const maxDocumentBytes = 50 * 1024 * 1024

/** In the order in which they are shown. */
export const documentKindWords = [
  'drawing',
  'contract',
  'specification',
  'photo',
  'other',
] as const satisfies readonly DocumentKind[]

const guesses: readonly (readonly [DocumentKind, RegExp])[] = [
  ['contract', /合同|协议|contract|contrato/i],
  ['specification', /规范|说明|技术|要求|spec|memoria/i],
  ['drawing', /\.(dwg|dxf|nc1?|ifc|step|stp)$|图|drawing|plano/i],
  ['photo', /\.(jpe?g|png|heic|webp|gif|avif|mp4)$/i],
  ['drawing', /\.pdf$/i],
]

/** Most likely kind of a file, by its name. */
export const kindOfFile = (name: string): DocumentKind =>
  guesses.find(([, form]) => form.test(name))?.[0] ?? 'other'

/** Words of `order-documents:refused.<word>`. */
export type FileProblem = 'empty' | 'too_large'

/** Why a file need not be sent at all. */
export function errorOf({ size }: { readonly size: number }): FileProblem | null {
  if (size === 0) return 'empty'
  return size > maxDocumentBytes ? 'too_large' : null
}

/** How to preview a document in the page; null: download only. */
export function previewOf(type: string): 'picture' | 'pdf' | 'text' | null {
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/plain') return 'text'
  return /^image\/(png|jpeg|gif|webp|avif)$/.test(type) ? 'picture' : null
}
