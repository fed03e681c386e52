import type { TFunction } from 'i18next'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

/** Whether a row of the plan is in use. */
export const activeColumn = <Row extends { readonly active: boolean }>(
  t: TFunction<'planning'>,
): Column<Row> => ({
  key: 'active',
  title: t('field.active'),
  width: 100,
  render: ({ active }) => (
    <StatusTag tone={active ? 'active' : 'neutral'} text={t(active ? 'common:status.active' : 'inactive')} />
  ),
})
