import type { DueRow } from '@cloud-factory/contract/inspections'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { StatusTag } from '../../../shared/ui/status-tag.tsx'

interface Given {
  readonly t: TFunction<'inspections'>
  readonly language: 'zh' | 'en' | 'es'
}

export const dueColumns = ({ t, language }: Given): readonly Column<DueRow>[] => [
  { key: 'mark', title: t('field.mark'), width: 120, pinned: true, render: ({ mark }) => mark },
  {
    key: 'order',
    title: t('field.order'),
    width: 140,
    render: ({ order }) => <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  {
    key: 'pieces',
    title: t('field.waiting'),
    width: 115,
    align: 'right',
    render: ({ pieceIds }) => count(pieceIds.length),
  },
  { key: 'process', title: t('field.process'), width: 200, render: ({ process }) => process.names[language] },
  {
    key: 'gate',
    title: t('field.gate'),
    width: 160,
    render: ({ isHoldPoint }) =>
      isHoldPoint ? <StatusTag tone="warn" text={t('holdPoint')} /> : t('gate.inspect'),
  },
  { key: 'stage', title: t('field.stage'), width: 130, render: ({ stage }) => t(`stage.${stage}`) },
  {
    key: 'standard',
    title: t('field.standard'),
    width: 120,
    render: ({ standardCode }) => standardCode ?? absent,
  },
]
