import { instruments } from '@cloud-factory/domain/inspection/instrument-resource'
import { type CalibrationState, calibrationStates } from '@cloud-factory/domain/inspection/quality-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import type { RowOf } from '../../shared/resource/resource-api.ts'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import './standards.css'

const filterNames = ['calibration'] as const

const columns: readonly ResourceColumn<RowOf<typeof instruments>>[] = [
  'code',
  'name',
  { key: 'calibratedUntil', width: 140 },
  {
    key: 'calibration',
    width: { zh: 115, other: 157 },
    render: ({ calibration }) => <CalibrationTag calibration={calibration} />,
  },
  {
    key: 'range',
    width: 128,
    align: 'right',
    render: ({ rangeLow, rangeHigh, unit }) =>
      rangeLow === null && rangeHigh === null ? absent : `${rangeLow ?? '…'} – ${rangeHigh ?? '…'} ${unit}`,
  },
  {
    key: 'resolution',
    render: ({ resolution, unit }) => (resolution === null ? absent : `${resolution} ${unit}`),
  },
  { key: 'kind', spare: true },
  'active',
]

/** Measuring instruments and their calibration dates. */
export function InstrumentsPage() {
  const { t } = useTranslation('standards')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.instruments')} note={t('instruments.note')} />
      <ResourceList
        resource={instruments}
        label={t('shell:route.instruments')}
        importable
        columns={columns}
        filterNames={filterNames}
        filters={(list) => (
          <SelectFilters
            list={list}
            filters={{
              calibration: [
                t('field.calibration'),
                choices(calibrationStates, (value) => t(`calibration.${value}`)),
              ],
            }}
          />
        )}
      />
    </div>
  )
}

const tones: Readonly<Record<CalibrationState, Tone>> = {
  valid: 'good',
  soon: 'warn',
  overdue: 'bad',
  none: 'neutral',
}

function CalibrationTag({ calibration }: { readonly calibration: CalibrationState }) {
  const { t } = useTranslation('standards')
  return <StatusTag tone={tones[calibration]} text={t(`calibration.${calibration}`)} />
}
