import { materialGroups, weldProcesses } from '@cloud-factory/domain/welding/weld-enums'
import type { WpsRow } from '@cloud-factory/contract/welding/welders'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { ActiveField, NumberField, rangeShown, WordField } from '../quality-records/fields.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import type { KeptFormProps } from '../../shared/list/kept-list.tsx'
import { choices } from './weld-labels.tsx'

const windows = ['current', 'voltage', 'speed'] as const
type Window = { readonly min: number | null; readonly max: number | null }
type Values = Pick<
  WpsRow,
  | 'code'
  | 'revision'
  | 'process'
  | 'materialGroup'
  | 'thicknessMin'
  | 'thicknessMax'
  | 'preheat'
  | 'interpass'
  | 'active'
> & { readonly [Name in (typeof windows)[number]]: Window }

const none: Window = { min: null, max: null }
const blank: Values = {
  code: '',
  revision: 'A',
  process: 'gmaw',
  materialGroup: 'II',
  thicknessMin: 3,
  thicknessMax: null,
  current: none,
  voltage: none,
  speed: none,
  preheat: null,
  interpass: null,
  active: true,
}
const valuesOf = (row: WpsRow | null): Values => {
  if (row === null) return blank
  const { id: _id, version: _version, can: _can, ...values } = row
  const { current, voltage, speed } = values
  return { ...values, current: current ?? none, voltage: voltage ?? none, speed: speed ?? none }
}

const windowOf = ({ min, max }: Window) => (min === null || max === null ? null : { min, max })
const inputOf = (values: Values) => ({
  ...values,
  thicknessMax: values.thicknessMax ?? null,
  preheat: values.preheat ?? null,
  interpass: values.interpass ?? null,
  current: windowOf(values.current),
  voltage: windowOf(values.voltage),
  speed: windowOf(values.speed),
})

export function WpsForm({ row, onClose }: KeptFormProps<WpsRow>) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, WpsRow>
      title={row === null ? t('wps.add') : t('wps.edit', { code: row.code })}
      labels={{
        code: t('field.code'),
        revision: t('field.revision'),
        process: t('field.process'),
        materialGroup: t('field.materialGroup'),
        thicknessMin: t('field.thicknessMin'),
        thicknessMax: t('field.thicknessMax'),
        current: t('field.current'),
        voltage: t('field.voltage'),
        speed: t('field.speed'),
        preheat: t('field.preheat'),
        interpass: t('field.interpass'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/wps', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/wps/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
      }
      theirs={(current) => ({ values: valuesOf(current as WpsRow), version: (current as WpsRow).version })}
      show={(_, value) => {
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
        const { min, max } = (value ?? {}) as Partial<Window>
        return typeof min === 'number' ? rangeShown(min, max ?? null) : undefined
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <WpsFields />
    </FormDrawer>
  )
}

function WpsFields() {
  const { t } = useTranslation('welding')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[required]}>
          <Input maxLength={40} placeholder="WPS-GMAW-01" />
        </Form.Item>
        <Form.Item name="revision" label={t('field.revision')} rules={[required]}>
          <Input maxLength={10} />
        </Form.Item>
        <WordField
          name="process"
          label={t('field.process')}
          options={choices(weldProcesses, (word) => t(`process.${word}`))}
        />
        <WordField
          name="materialGroup"
          label={t('field.materialGroup')}
          options={choices(materialGroups, (word) => word)}
        />
        <NumberField name="thicknessMin" label={t('field.thicknessMin')} min={0.1} precision={1} unit="mm" />
        <NumberField
          name="thicknessMax"
          label={t('field.thicknessMax')}
          min={0.1}
          precision={1}
          unit="mm"
          optional
        />
      </div>
      {windows.map((name) => (
        <div className="form-pair" key={name}>
          <NumberField
            name={[name, 'min']}
            label={`${t(`field.${name}`)} ${t('field.min')}`}
            precision={1}
            optional
          />
          <NumberField
            name={[name, 'max']}
            label={`${t(`field.${name}`)} ${t('field.max')}`}
            precision={1}
            optional
          />
        </div>
      ))}
      <div className="form-pair">
        <NumberField name="preheat" label={t('field.preheat')} max={600} unit="°C" optional />
        <NumberField name="interpass" label={t('field.interpass')} max={900} unit="°C" optional />
      </div>
      <ActiveField />
    </>
  )
}
