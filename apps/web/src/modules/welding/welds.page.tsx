import { PlusOutlined } from '@ant-design/icons'
import { jointTypes, weldClasses, weldStates } from '@cloud-factory/domain/welding/weld-enums'
import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { lazyDialog, lazyPart } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { weldColumns } from './welds.columns.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { CertificateList, WelderList, WpsList } from './registers.tsx'
import '../quality-records/quality.css'

const WeldDrawer = lazyDialog(async () => (await import('./weld-drawer.tsx')).WeldDrawer)
const RequestForm = lazyDialog(async () => (await import('./request-form.tsx')).RequestForm)
const WeldedForm = lazyDialog(async () => (await import('./welded-form.tsx')).WeldedForm)
const GiveWelds = lazyDialog(async () => (await import('./give-welds.tsx')).GiveWelds)
const WeldScan = lazyPart(async () => (await import('./weld-scan.tsx')).WeldScan)

const filterNames = ['state', 'class', 'joint', 'orderId', 'pieceId', 'welderId'] as const
const nameOf = ({ piece, no }: WeldRow) => `${piece.serial} ${no}`

type Open = 'give' | 'welded' | 'request' | { readonly weld: string }

/** The weld register: all welds, the last changed first. */
export function WeldsTable() {
  const { t } = useTranslation('welding')
  const instant = useInstant()
  const list = useListState('GET /api/welds', filterNames)
  const query = useListQuery(list, (page) => listQuery('GET /api/welds', page))
  const listed = JSON.stringify({ ...list.query, page: undefined })
  const selection = useSelection<WeldRow>(listed, nameOf)
  const [open, setOpen] = useState<Open | null>(null)
  const columns = useMemo(
    () => weldColumns({ t, instant, onOpen: (weld) => setOpen({ weld }) }),
    [t, instant],
  )
  const close = () => setOpen(null)
  const picked = [...selection.picked.values()]
  const done = () => {
    selection.clear()
    close()
  }
  return (
    <>
      <DataTable<WeldRow>
        name="welds"
        label={t('part.register')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchWelds')}
        onOpen={({ id }) => setOpen({ weld: id })}
        empty={<span>{t('empty')}</span>}
        selection={selection}
        selected={picked.length > 0 && <PickedActions onOpen={setOpen} />}
        filters={<WeldFilters list={list} />}
        actions={
          <Allowed permission="quality.inspect">
            <Button primary icon={<PlusOutlined />} onClick={() => setOpen('give')}>
              {t('action.give')}
            </Button>
          </Allowed>
        }
      />
      {open === 'give' && <GiveWelds onDone={close} onClose={close} />}
      {open === 'welded' && <WeldedForm welds={picked} onDone={done} onClose={close} />}
      {open === 'request' && (
        <RequestForm weldIds={picked.map(({ id }) => id)} onDone={done} onClose={close} />
      )}
      {open !== null && typeof open === 'object' && <WeldDrawer id={open.weld} onClose={close} />}
    </>
  )
}

function PickedActions({ onOpen }: { readonly onOpen: (open: Open) => void }) {
  const { t } = useTranslation('welding')
  return (
    <span className="row-actions">
      <Button size="small" primary onClick={() => onOpen('welded')}>
        {t('action.welded')}
      </Button>
      <Button size="small" onClick={() => onOpen('request')}>
        {t('action.request')}
      </Button>
    </span>
  )
}

function WeldFilters({ list }: { readonly list: ReturnType<typeof useListState> }) {
  const { t } = useTranslation('welding')
  return (
    <SelectFilters
      list={list}
      filters={{
        state: [t('field.state'), choices(weldStates, (word) => t(`state.${word}`))],
        class: [t('field.class'), choices(weldClasses, (word) => t('classOf', { word }))],
        joint: [t('field.joint'), choices(jointTypes, (word) => t(`joint.${word}`))],
      }}
    />
  )
}

const parts = {
  register: <WeldsTable />,
  scan: <WeldScan />,
  welders: <WelderList />,
  certificates: <CertificateList />,
  wps: <WpsList />,
}

/** Welds of pieces with welders and procedures. */
export function WeldsPage() {
  const { t } = useTranslation('welding')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.welds')} note={t('note')} />
      <PageParts label={t('shell:route.welds')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
    </div>
  )
}
