import type { ProjectRow } from '@cloud-factory/contract/projects'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

/** Columns of the project list. */
export const projectColumns = (t: TFunction<'orders'>): readonly Column<ProjectRow>[] => [
  { key: 'code', title: t('field.code'), width: 150, pinned: true, sort: 'code', render: ({ code }) => code },
  { key: 'name', title: t('field.name'), width: 230, sort: 'name', render: ({ name }) => name },
  { key: 'customer', title: t('field.customer'), width: 180, render: ({ customer }) => customer },
  {
    key: 'contractNo',
    title: t('field.contractNo'),
    width: 140,
    render: ({ contractNo }) => contractNo ?? absent,
  },
  {
    key: 'acceptanceStandard',
    title: t('field.acceptanceStandard'),
    width: 170,
    render: ({ acceptanceStandard }) => acceptanceStandard,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 96,
    render: ({ status }) => (
      <StatusTag tone={status === 'active' ? 'active' : 'neutral'} text={t(`projectStatus.${status}`)} />
    ),
  },
  {
    key: 'startsOn',
    title: t('field.startsOn'),
    width: 112,
    render: ({ startsOn }) => startsOn ?? absent,
  },
  { key: 'endsOn', title: t('field.endsOn'), width: 112, render: ({ endsOn }) => endsOn ?? absent },
  {
    key: 'orders',
    title: t('field.orders'),
    width: 96,
    align: 'right',
    render: ({ id, orders }) => (
      <Link to={`/order/list?projectId=${id}`} aria-label={`${t('projects.ordersOf')}: ${orders}`}>
        {count(orders)}
      </Link>
    ),
  },
  {
    key: 'tonnes',
    title: t('field.tonnes'),
    width: 116,
    align: 'right',
    render: ({ weightKg }) => tonnes(weightKg),
  },
]
