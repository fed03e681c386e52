import './inspections.css'
import { PlusOutlined } from '@ant-design/icons'
import type { DueRow } from '@cloud-factory/contract/inspection/inspections'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useSettings } from '../../shared/settings.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { dueQuery } from './inspections.queries.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { type Made, useMakeLots } from './use-make-lots.ts'
import { Link } from 'react-router'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import type { TFunction } from 'i18next'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const CreateDrawer = lazyDialog(async () => (await import('./create-drawer.tsx')).CreateDrawer)

interface ColumnContext {
  readonly t: TFunction<'inspection'>
  readonly language: 'zh' | 'en' | 'es'
}

const dueColumns = ({ t, language }: ColumnContext): readonly Column<DueRow>[] => [
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
      isHoldPoint ? <StatusTag tone="warn" text={t('common:gate.hold')} /> : t('gate.inspect'),
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

const filterNames = ['processId', 'orderId'] as const

const rowName = ({ order, mark }: DueRow) => `${order.no} ${mark}`

/** Pieces waiting at a gate; one click creates an inspection of them. */
export function DuePage() {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const list = useListState('GET /api/due-inspections', filterNames)
  const query = useListQuery(list, dueQuery)
  const columns = useMemo(() => dueColumns({ t, language }), [t, language])
  const { page: _, ...rest } = list.query
  const selection = useSelection<DueRow>(JSON.stringify(rest), rowName)
  const [creating, setCreating] = useState(false)
  const lots = useMakeLots(query.data?.items)
  const chosen = [...selection.picked.values()]
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.inspectionDue')} note={t('due.note')}>
        <Allowed permission="quality.inspect">
          <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t('due.byHand')}
          </Button>
        </Allowed>
      </PageHeader>
      {lots.error !== null && <ProblemAlert error={lots.error} />}
      {lots.made !== null && <MadeNote made={lots.made} onClose={lots.forget} />}
      <DataTable
        name="due-inspections"
        label={t('shell:route.inspectionDue')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('due.search')}
        empty={<span>{t('due.empty')}</span>}
        selection={selection}
        selected={
          chosen.length > 0 && (
            <div className="due-chosen">
              <Button primary busy={lots.busy} onClick={() => void lots.make(chosen)}>
                {t('due.makeAll', { count: chosen.length })}
              </Button>
            </div>
          )
        }
        rowActions={{
          width: { zh: 112, other: 122 },
          render: (row) => (
            <Allowed permission="quality.inspect">
              <ReasonButton type="link" size="small" allowed onClick={() => void lots.make([row])}>
                {t('due.make')}
              </ReasonButton>
            </Allowed>
          ),
        }}
      />
      {creating && <CreateDrawer onClose={() => setCreating(false)} onMade={lots.show} />}
    </div>
  )
}

/** Created inspections, and skipped ones with their reasons. */
function MadeNote({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useTranslation('inspection')
  const reasonText = useReasonText()
  const shown = made.items.slice(0, 20)
  return (
    <Notice
      tone={made.left.length > 0 ? 'warn' : 'good'}
      title={t('due.made', { count: made.items.length })}
      onClose={onClose}
    >
      {shown.map(({ id, no, mark }) => (
        <span key={id} className="made-link">
          <Link to={`/quality/inspection/${id}`}>{no}</Link> {mark}
        </span>
      ))}
      {made.left.slice(0, 20).map(({ piece, reason }) => (
        <div key={piece} className="is-late">
          {piece}: {reasonText(reason)}
        </div>
      ))}
    </Notice>
  )
}
