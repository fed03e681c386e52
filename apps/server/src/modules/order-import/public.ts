// Public interface of this module.
export type { RecordsPort } from './undo-import.ts'
export { storableText } from './imports.store.ts'
export { type BundlePart, type BundleText, bundleFiles, bundleOf, csvOf } from './part-bundle.ts'
