import type { NdtSettings } from '@cloud-factory/contract/welding/ndt'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { NumberField } from '../quality-records/fields.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

type Values = {
  readonly percent1: number
  readonly percent2: number
  readonly percent3: number
} & Pick<NdtSettings, 'atLeastMm' | 'waitHours' | 'waitHoursHigh' | 'highFromMpa'>

const versioned = ({ percent, can: _can, version, ...plan }: NdtSettings) => ({
  values: { ...plan, percent1: percent[1], percent2: percent[2], percent3: percent[3] },
  version,
})

interface Props {
  readonly settings: NdtSettings
  readonly onClose: () => void
}

export function PlanForm({ settings, onClose }: Props) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const fields = [
    'percent1',
    'percent2',
    'percent3',
    'atLeastMm',
    'waitHours',
    'waitHoursHigh',
    'highFromMpa',
  ] as const
  const labels = Object.fromEntries(fields.map((field) => [field, t(`ndtPlan.${field}`)])) as Record<
    (typeof fields)[number],
    string
  >
  return (
    <FormDrawer<Values, NdtSettings>
      title={t('part.plan')}
      labels={labels}
      initial={versioned(settings)}
      save={({ percent1, percent2, percent3, ...plan }, version) =>
        api('PUT /api/ndt/settings', {
          body: { version, ...plan, percent: { 1: percent1, 2: percent2, 3: percent3 } },
        })
      }
      theirs={(current) => versioned(current as NdtSettings)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="form-note">{t('ndtPlan.note')}</p>
      <div className="form-pair">
        <NumberField name="percent1" label={labels.percent1} max={100} unit="%" />
        <NumberField name="percent2" label={labels.percent2} max={100} unit="%" />
        <NumberField name="percent3" label={labels.percent3} max={100} unit="%" />
        <NumberField name="atLeastMm" label={labels.atLeastMm} unit="mm" />
        <NumberField name="waitHours" label={labels.waitHours} max={240} unit="h" />
        <NumberField name="waitHoursHigh" label={labels.waitHoursHigh} max={240} unit="h" />
        <NumberField name="highFromMpa" label={labels.highFromMpa} min={1} max={2000} unit="MPa" />
      </div>
    </FormDrawer>
  )
}
