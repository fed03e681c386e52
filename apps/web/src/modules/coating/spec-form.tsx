import { type CoatLayer, coatSpecs, type FireCoat } from '@cloud-factory/domain/coating/coating-resources'
import { coatLayers, fireTypes } from '@cloud-factory/domain/welding/weld-enums'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { FormLines } from '../../shared/form/form-lines.tsx'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import type { RowOf } from '../../shared/resource/resource-api.ts'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { FireText, LayersText } from './coat-labels.tsx'

type Spec = RowOf<typeof coatSpecs>

const initial = { layers: [{ layer: 'primer', product: '', minUm: 60 }] }
const inputs = { layers: <Layers />, fire: <FireItem />, allowanceUm: <AllowanceInput /> }
const notes = { rule: <RuleHint /> }

/** A specification: its layers, how thick they are, and the fire coating. */
export const SpecForm = (props: RecordFormProps<Spec>) => (
  <ResourceForm
    resource={coatSpecs}
    {...props}
    initial={initial}
    inputs={inputs}
    notes={notes}
    show={(field, value) => {
      if (field === 'layers') return <LayersText layers={value as CoatLayer[]} />
      return field === 'fire' ? <FireText fire={value as FireCoat | null} /> : undefined
    }}
  />
)

const useRule = () => Form.useWatch<Spec['rule'] | undefined>('rule', Form.useFormInstance())

function RuleHint() {
  const { t } = useTranslation('coating')
  const rule = useRule()
  return rule === undefined ? null : t(`ruleHint.${rule}`)
}

interface InputProps<V> {
  readonly id?: string
  readonly value?: V | null
  readonly onChange?: (value: V | null) => void
}

/** The other rules have no allowance. */
function AllowanceInput(item: InputProps<number>) {
  return (
    <InputNumber
      {...item}
      className="number-field"
      min={0}
      max={1000}
      precision={0}
      suffix="µm"
      disabled={useRule() !== 'spot'}
    />
  )
}

function FireItem() {
  const { t } = useTranslation('coating')
  const complete = (_: unknown, fire: Partial<FireCoat> | null) =>
    fire === null || typeof fire.designMm === 'number'
      ? Promise.resolve()
      : Promise.reject(new Error(t('shell:form.required')))
  return (
    <Form.Item name="fire" label={t('check.fire')} rules={[{ validator: complete }]}>
      <FireInput />
    </Form.Item>
  )
}

/** Kind and thickness of a fire coating. */
function FireInput({ id, value = null, onChange }: InputProps<Partial<FireCoat>>) {
  const { t } = useTranslation('coating')
  return (
    <div className="form-pair">
      <Select<FireCoat['type'] | undefined>
        {...(id !== undefined && { id })}
        allowClear
        value={value?.type}
        placeholder={t('fire.none')}
        options={fireTypes.map((type) => ({ value: type, label: t(`fire.${type}`) }))}
        onChange={(type) => onChange?.(type === undefined ? null : { ...value, type })}
      />
      {value !== null && (
        <InputNumber
          className="number-field"
          aria-label={t('field.fireMm')}
          placeholder={t('field.fireMm')}
          min={0.1}
          max={200}
          precision={2}
          suffix="mm"
          value={value.designMm ?? null}
          onChange={(designMm) => {
            const { designMm: _, ...fire } = value
            onChange?.(designMm === null ? fire : { ...fire, designMm })
          }}
        />
      )}
    </div>
  )
}

/** The layers, from the steel outwards. */
function Layers() {
  const { t } = useTranslation('coating')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormLines
      name="layers"
      max={6}
      blank={{ layer: 'top', product: '', minUm: 40 }}
      title={(number) => t('layerOf', { number })}
      removeLabel={(number) => t('removeLayer', { number })}
      addLabel={t('addLayer')}
    >
      {(at) => (
        <>
          <Form.Item name={[at, 'layer']} label={t('field.layer')}>
            <Select options={coatLayers.map((value) => ({ value, label: t(`layer.${value}`) }))} />
          </Form.Item>
          <Form.Item name={[at, 'product']} label={t('field.product')}>
            <Input maxLength={80} />
          </Form.Item>
          <Form.Item name={[at, 'minUm']} label={t('field.layerUm')} rules={[required]}>
            <InputNumber className="number-field" min={1} max={20_000} precision={0} suffix="µm" />
          </Form.Item>
        </>
      )}
    </FormLines>
  )
}
