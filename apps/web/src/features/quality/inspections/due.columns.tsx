import type { DueRow } from '@cloud-factory/contract/inspections'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { StatusTag } from '../../../shared/ui/status-tag.tsx'

interface ColumnContext {
  readonly t: TFunction<'inspections'>
  readonly language: 'zh' | 'en' | 'es'
}

export const dueColumns = ({ t, language }: ColumnContext): readonly Column<DueRow>[] => [
  {
    key: 'mark',
    title: t('field.mark'),
    width: { zh: 95, other: 90 },
    pinned: true,
    render: ({ mark }) => mark,
  },
  {
    key: 'order',
    title: t('field.order'),
    width: 138,
    render: ({ order }) => <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  {
    key: 'pieces',
    title: t('field.waiting'),
    width: { zh: 115, other: 105 },
    align: 'right',
    render: ({ pieceIds }) => count(pieceIds.length),
  },
  {
    key: 'process',
    title: t('field.process'),
    width: { zh: 120, other: 170 },
    render: ({ process }) => process.names[language],
  },
  {
    key: 'gate',
    title: t('field.gate'),
    width: { zh: 100, other: 165 },
    render: ({ isHoldPoint }) =>
      isHoldPoint ? <StatusTag tone="warn" text={t('holdPoint')} /> : t('gate.inspect'),
  },
  {
    key: 'stage',
    title: t('field.stage'),
    width: { zh: 105, other: 130 },
    render: ({ stage }) => t(`stage.${stage}`),
  },
  {
    key: 'standard',
    title: t('field.standard'),
    width: { zh: 100, other: 100 },
    render: ({ standardCode }) => standardCode ?? absent,
  },
]
