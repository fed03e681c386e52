import { PlusOutlined } from '@ant-design/icons'
import type { InstrumentRow } from '@cloud-factory/contract/instruments'
import { type CalibrationState, calibrationStates } from '@cloud-factory/contract/quality-words'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { absent } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { Allowed } from '../../../shared/ui/allowed.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { EditDelete } from '../../../shared/ui/edit-delete.tsx'
import { StatusTag, type Tone } from '../../../shared/ui/status-tag.tsx'
import { InstrumentForm } from './instrument-form.tsx'
import { instrumentsQuery, useStandardsChanged } from './standards.queries.ts'
import './standards.css'

const filterNames = ['calibration', 'active'] as const
const tones: Readonly<Record<CalibrationState, Tone>> = {
  valid: 'good',
  soon: 'warn',
  overdue: 'bad',
  none: 'neutral',
}

type Open = { readonly edit: InstrumentRow | null } | { readonly remove: InstrumentRow }

/** What is measured with, and until when its readings count. */
export function InstrumentsPage() {
  const { t } = useTranslation('standards')
  const list = useListState('GET /api/instruments', filterNames)
  const query = useQuery(instrumentsQuery(list.query))
  const changed = useStandardsChanged()
  const columns = useMemo(() => instrumentColumns(t), [t])
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.instruments')} note={t('instruments.note')} />
      <DataTable<InstrumentRow>
        name="instruments"
        label={t('shell:route.instruments')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('instruments.search')}
        empty={<span>{t('instruments.empty')}</span>}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        filters={
          <SelectFilter
            list={list}
            name="calibration"
            many
            label={t('field.calibration')}
            options={calibrationStates.map((value) => ({ value, label: t(`calibration.${value}`) }))}
          />
        }
        actions={
          <Allowed permission="quality.standards">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {t('instruments.add')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: 150,
          render: (row) => (
            <EditDelete
              can={row.can}
              words={{ edit: t('deed.edit'), delete: t('deed.delete') }}
              onEdit={() => setOpen({ edit: row })}
              onDelete={() => setOpen({ remove: row })}
            />
          ),
        }}
      />
      {open !== null && 'edit' in open && <InstrumentForm row={open.edit} onClose={close} />}
      {open !== null && 'remove' in open && (
        <ActionDialog
          title={t('instruments.remove', { code: open.remove.code })}
          deed={t('deed.delete')}
          danger
          act={() =>
            api('DELETE /api/instruments/:id', {
              params: { id: open.remove.id },
              query: { version: open.remove.version },
            }).finally(() => void changed())
          }
          onDone={close}
          onClose={close}
        >
          {t('removeText')}
        </ActionDialog>
      )}
    </div>
  )
}

const rangeOf = ({ rangeLow, rangeHigh, unit }: InstrumentRow) =>
  rangeLow === null && rangeHigh === null ? absent : `${rangeLow ?? '…'} – ${rangeHigh ?? '…'} ${unit}`

const instrumentColumns = (t: TFunction<'standards'>): readonly Column<InstrumentRow>[] => [
  { key: 'code', title: t('field.code'), width: 130, pinned: true, sort: 'code', render: ({ code }) => code },
  { key: 'name', title: t('field.name'), width: 180, sort: 'name', render: ({ name }) => name },
  { key: 'kind', title: t('field.kind'), width: 130, render: ({ kind }) => kind || absent },
  { key: 'range', title: t('field.range'), width: 170, align: 'right', render: rangeOf },
  {
    key: 'resolution',
    title: t('field.resolution'),
    width: 110,
    align: 'right',
    render: ({ resolution, unit }) => (resolution === null ? absent : `${resolution} ${unit}`),
  },
  {
    key: 'calibratedUntil',
    title: t('field.calibratedUntil'),
    width: 130,
    sort: 'calibratedUntil',
    render: ({ calibratedUntil }) => calibratedUntil ?? absent,
  },
  {
    key: 'calibration',
    title: t('field.calibration'),
    width: 150,
    render: ({ calibration }) => (
      <StatusTag tone={tones[calibration]} text={t(`calibration.${calibration}`)} />
    ),
  },
  {
    key: 'active',
    title: t('field.active'),
    width: 100,
    render: ({ active }) => (
      <StatusTag tone={active ? 'active' : 'neutral'} text={t(active ? 'active' : 'inactive')} />
    ),
  },
]
