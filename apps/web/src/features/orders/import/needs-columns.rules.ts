import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'

/** A list whose header nobody understood: a person can say what its columns mean. */
export const needsColumns = (view: Pick<ImportView, 'status' | 'format' | 'columns'>): boolean =>
  view.status === 'failed' && view.columns.length === 0 && (view.format?.startsWith('tekla-') ?? false)
