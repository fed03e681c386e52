import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'

/** Whether the header of a list was not recognised, so that a person can map its columns. */
export const needsColumns = (view: Pick<ImportView, 'status' | 'format' | 'columns'>): boolean =>
  view.status === 'failed' && view.columns.length === 0 && (view.format?.startsWith('tekla-') ?? false)
