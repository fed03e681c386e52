import type { Language } from '@cloud-factory/contract/identity/access'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { Select, InputNumber, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { IdsField } from './option-field.tsx'
import { Labelled, MinuteInput } from './page-fields.tsx'
import { canvases, canvasNames, screenThemes } from '@cloud-factory/domain/displays/display-enums'
import { languageNames, languageWords } from '../../shared/settings.ts'
import { clockOf, minuteOf } from './editor.rules.ts'

type Filters = ScreenLayout['filters']

interface FilterFieldsProps {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

/** Projects, processes and machines to show; empty: all. */
function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('displays')
  return (['projectIds', 'processIds', 'machineIds'] as const).map((of) => (
    <Labelled key={of} label={t(`filter.${of}`)}>
      <IdsField
        of={of}
        placeholder={t('all')}
        value={filters[of]}
        onChange={(ids) => onChange({ ...filters, [of]: ids })}
      />
    </Labelled>
  ))
}

interface ScreenFieldsProps {
  readonly layout: ScreenLayout
  readonly onChange: (layout: ScreenLayout) => void
}

const shares = ['oeeTarget', 'firstPassTarget'] as const
const limits = { dataAgeS: [5, 3600, 1], dewMarginK: [0, 20, 0.5], lateDays: [0, 90, 1] } as const

/** Settings of the whole screen. */
export function ScreenFields({ layout, onChange }: ScreenFieldsProps) {
  const { t } = useTranslation('displays')
  const set = (change: Partial<ScreenLayout>) => onChange({ ...layout, ...change })
  return (
    <div className="screen-fields">
      <Labelled label={t('field.canvas')} note={t('canvasHint')}>
        <Select
          value={layout.canvas}
          options={canvasNames.map((value) => ({
            value,
            label: `${t(`canvas.${value}`)} · ${canvases[value].width}×${canvases[value].height}`,
          }))}
          onChange={(canvas) => set({ canvas })}
        />
      </Labelled>
      <Labelled label={t('field.theme')}>
        <Select
          value={layout.theme}
          options={screenThemes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onChange={(theme) => set({ theme })}
        />
      </Labelled>
      <LanguageField language={layout.language} onChange={(language) => set({ language })} />
      <Labelled label={t('field.takeover')} note={t('takeoverHint')}>
        <Select
          value={layout.takeover === null ? 'never' : 'critical'}
          options={(['never', 'critical'] as const).map((value) => ({
            value,
            label: t(`takeover.${value}`),
          }))}
          onChange={(word: string) => set({ takeover: word === 'critical' ? 'critical' : null })}
        />
      </Labelled>
      <Labelled label={t('field.sound')}>
        <Switch checked={layout.sound} onChange={(sound) => set({ sound })} />
      </Labelled>
      <Labelled label={t('field.pixelShift')} note={t('pixelShiftHint')}>
        <Switch checked={layout.pixelShift} onChange={(pixelShift) => set({ pixelShift })} />
      </Labelled>
      <Labelled label={t('field.dim')}>
        <Switch
          checked={layout.dim !== null}
          onChange={(on) => set({ dim: on ? { from: '20:00', to: '07:00', level: 0.5 } : null })}
        />
      </Labelled>
      {layout.dim !== null && <DimFields dim={layout.dim} onChange={(next) => set({ dim: next })} />}
      <h3>{t('thresholds')}</h3>
      <ThresholdFields thresholds={layout.thresholds} onChange={(thresholds) => set({ thresholds })} />
      <h3>{t('filters')}</h3>
      <p className="screen-soft">{t('filtersHint')}</p>
      <FilterFields filters={layout.filters} onChange={(filters) => set({ filters })} />
    </div>
  )
}

interface LanguageProps {
  /** Null: that of the office. */
  readonly language: Language | null
  readonly onChange: (language: Language | null) => void
}

function LanguageField({ language, onChange }: LanguageProps) {
  const { t } = useTranslation('displays')
  return (
    <Labelled label={t('field.language')}>
      <Select<Language | ''>
        value={language ?? ''}
        options={[
          { value: '', label: t('officeLanguage') },
          ...languageWords.map((value) => ({ value, label: languageNames[value] })),
        ]}
        onChange={(value) => onChange(value === '' ? null : value)}
      />
    </Labelled>
  )
}

type Dim = NonNullable<ScreenLayout['dim']>

function DimFields({ dim, onChange }: { readonly dim: Dim; readonly onChange: (dim: Dim) => void }) {
  const { t } = useTranslation('displays')
  return (
    <div className="cell-fields">
      {(['from', 'to'] as const).map((end) => (
        <Labelled key={end} label={t(`field.${end}`)}>
          <MinuteInput
            minute={minuteOf(dim[end]) ?? 0}
            onChange={(minute) => onChange({ ...dim, [end]: clockOf(Math.min(minute, 1439)) })}
          />
        </Labelled>
      ))}
      <Labelled label={t('field.level')}>
        <InputNumber
          min={10}
          max={100}
          precision={0}
          suffix="%"
          value={Math.round(dim.level * 100)}
          onChange={(level) => level !== null && onChange({ ...dim, level: level / 100 })}
        />
      </Labelled>
    </div>
  )
}

interface ThresholdProps {
  readonly thresholds: ScreenLayout['thresholds']
  readonly onChange: (thresholds: ScreenLayout['thresholds']) => void
}

function ThresholdFields({ thresholds, onChange }: ThresholdProps) {
  const { t } = useTranslation('displays')
  return (
    <div className="cell-fields">
      {shares.map((field) => (
        <Labelled key={field} label={t(`threshold.${field}`)}>
          <InputNumber
            min={0}
            max={100}
            precision={1}
            suffix="%"
            value={Math.round(thresholds[field] * 1000) / 10}
            onChange={(value) => value !== null && onChange({ ...thresholds, [field]: value / 100 })}
          />
        </Labelled>
      ))}
      {(['dataAgeS', 'dewMarginK', 'lateDays'] as const).map((field) => (
        <Labelled key={field} label={t(`threshold.${field}`)}>
          <InputNumber
            min={limits[field][0]}
            max={limits[field][1]}
            step={limits[field][2]}
            {...(field === 'dewMarginK' ? { precision: 1 } : { precision: 0 })}
            value={thresholds[field]}
            onChange={(value) => value !== null && onChange({ ...thresholds, [field]: value })}
          />
        </Labelled>
      ))}
    </div>
  )
}
