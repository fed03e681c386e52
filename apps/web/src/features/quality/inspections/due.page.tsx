import { PlusOutlined } from '@ant-design/icons'
import type { DueRow } from '@cloud-factory/contract/inspections'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { useSelection } from '../../../shared/list/use-selection.ts'
import { useSettings } from '../../../shared/settings.ts'
import { Allowed } from '../../../shared/ui/allowed.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { dueColumns } from './due.columns.tsx'
import { dueQuery } from './inspections.queries.ts'
import { MadeNote } from './made-note.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { useMakeLots } from './use-make-lots.ts'
import './inspections.css'

const CreateDrawer = lazyPart(async () => (await import('./create-drawer.tsx')).CreateDrawer)

const filterNames = ['processId', 'orderId'] as const

const rowName = ({ order, mark }: DueRow) => `${order.no} ${mark}`

/** Pieces that stand before a gate: one press makes an inspection of them. */
export function DuePage() {
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  const list = useListState('GET /api/due-inspections', filterNames)
  const query = useQuery(dueQuery(list.query))
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
          <Button icon={<PlusOutlined />} onClick={() => setCreating(true)} {...CreateDrawer.early}>
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
              <Button type="primary" loading={lots.busy} onClick={() => void lots.make(chosen)}>
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
      <Overlay onClose={() => setCreating(false)}>
        {creating && <CreateDrawer onClose={() => setCreating(false)} onMade={lots.show} />}
      </Overlay>
    </div>
  )
}
