import type { InstrumentRow } from '@cloud-factory/contract/inspection/instruments'
import { type CalibrationState, calibrationStates } from '@cloud-factory/domain/inspection/quality-enums'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { KeptList } from '../../shared/list/kept-list.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
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

/** Measuring instruments and their calibration dates. */
export function InstrumentsPage() {
  const { t } = useTranslation('standards')
  const list = useListState('GET /api/instruments', filterNames)
  const query = useQuery(instrumentsQuery(list.query))
  const columns = useMemo(() => instrumentColumns(t), [t])
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.instruments')} note={t('instruments.note')} />
      <KeptList<InstrumentRow>
        name="instruments"
        list={list}
        query={query}
        columns={columns}
        permission="quality.standards"
        form={InstrumentForm}
        remove={({ id, version }) =>
          api('DELETE /api/instruments/:id', { params: { id }, query: { version } })
        }
        onChanged={useStandardsChanged()}
        words={{
          label: t('shell:route.instruments'),
          add: t('instruments.add'),
          empty: t('instruments.empty'),
          search: t('instruments.search'),
          edit: t('action.edit'),
          delete: t('action.delete'),
          removeTitle: ({ code }) => t('instruments.remove', { code }),
          removeText: t('removeText'),
        }}
        filters={
          <SelectFilter
            list={list}
            name="calibration"
            many
            label={t('field.calibration')}
            options={calibrationStates.map((value) => ({ value, label: t(`calibration.${value}`) }))}
          />
        }
      />
    </div>
  )
}

const rangeOf = ({ rangeLow, rangeHigh, unit }: InstrumentRow) =>
  rangeLow === null && rangeHigh === null ? absent : `${rangeLow ?? '…'} – ${rangeHigh ?? '…'} ${unit}`

const instrumentColumns = (t: TFunction<'standards'>): readonly Column<InstrumentRow>[] => [
  {
    key: 'code',
    title: t('field.code'),
    width: { zh: 85, other: 94 },
    pinned: true,
    sort: 'code',
    render: ({ code }) => code,
  },
  { key: 'name', title: t('field.name'), width: 160, sort: 'name', render: ({ name }) => name },
  {
    key: 'calibratedUntil',
    title: t('short.calibratedUntil'),
    tip: t('field.calibratedUntil'),
    width: { zh: 140, other: 138 },
    sort: 'calibratedUntil',
    render: ({ calibratedUntil }) => calibratedUntil ?? absent,
  },
  {
    key: 'calibration',
    title: t('field.calibration'),
    width: { zh: 115, other: 157 },
    render: ({ calibration }) => (
      <StatusTag tone={tones[calibration]} text={t(`calibration.${calibration}`)} />
    ),
  },
  { key: 'range', title: t('field.range'), width: { zh: 128, other: 128 }, align: 'right', render: rangeOf },
  {
    key: 'resolution',
    title: t('field.resolution'),
    width: { zh: 90, other: 112 },
    align: 'right',
    render: ({ resolution, unit }) => (resolution === null ? absent : `${resolution} ${unit}`),
  },
  { key: 'kind', title: t('field.kind'), width: 75, spare: true, render: ({ kind }) => kind || absent },
  {
    key: 'active',
    title: t('field.active'),
    width: { zh: 72, other: 82 },
    render: ({ active }) => (
      <StatusTag tone={active ? 'active' : 'neutral'} text={t(active ? 'common:field.active' : 'inactive')} />
    ),
  },
]
