import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { CoatSpec } from '@cloud-factory/contract/coating/coatings'
import { coatLayers, filmRules, fireTypes } from '@cloud-factory/domain/welding/weld-enums'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { ActiveField, NumberField } from '../quality-records/fields.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import type { KeptFormProps } from '../../shared/list/kept-list.tsx'

type Values = Pick<CoatSpec, 'code' | 'name' | 'minUm' | 'maxUm' | 'allowanceUm' | 'rule' | 'active'> & {
  readonly layers: readonly CoatSpec['layers'][number][]
  readonly fireType: 'thick' | 'intumescent' | null
  readonly fireMm: number | null
}

const blank: Values = {
  code: '',
  name: '',
  layers: [{ layer: 'primer', product: '', minUm: 60 }],
  // GB 50205-2020, 13.2: 125 µm indoors, 150 µm outdoors, −25 µm, where the design is silent.
  minUm: 125,
  maxUm: null,
  allowanceUm: 25,
  rule: 'spot',
  fireType: null,
  fireMm: null,
  active: true,
}
const valuesOf = (row: CoatSpec | null): Values => {
  if (row === null) return blank
  const { id: _id, version: _version, can: _can, fire, ...values } = row
  return { ...values, fireType: fire?.type ?? null, fireMm: fire?.designMm ?? null }
}

const inputOf = ({ fireType, fireMm, layers, maxUm, ...values }: Values) => ({
  ...values,
  layers: layers.map((layer) => ({ ...layer })),
  maxUm: maxUm ?? null,
  fire: fireType === null || fireMm === null ? null : { type: fireType, designMm: fireMm },
})

export function SpecForm({ row, onClose }: KeptFormProps<CoatSpec>) {
  const { t } = useTranslation('coating')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, CoatSpec>
      title={row === null ? t('spec.add') : t('spec.edit', { code: row.code })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        layers: t('field.layers'),
        minUm: t('field.minUm'),
        maxUm: t('field.maxUm'),
        allowanceUm: t('field.allowanceUm'),
        rule: t('field.rule'),
        fireType: t('check.fire'),
        fireMm: t('field.fireMm'),
        active: t('welding:field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/coat-specs', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/coat-specs/:id', {
              params: { id: row.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as CoatSpec),
        version: (current as CoatSpec).version,
      })}
      show={(field, value) => {
        if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no')
        if (field === 'rule') return t(`rule.${value as Values['rule']}`)
        if (field === 'layers') return (value as Values['layers']).map(({ product }) => product).join(' + ')
        return undefined
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <SpecFields />
    </FormDrawer>
  )
}

function SpecFields() {
  const { t } = useTranslation('coating')
  const required = { required: true, message: t('shell:form.required') }
  const rule = Form.useWatch<Values['rule'] | undefined>('rule')
  const fireType = Form.useWatch<Values['fireType'] | undefined>('fireType') ?? null
  return (
    <>
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[{ ...required, whitespace: true }]}>
          <Input maxLength={40} placeholder="C3-H" />
        </Form.Item>
        <Form.Item name="name" label={t('field.name')} rules={[{ ...required, whitespace: true }]}>
          <Input maxLength={80} />
        </Form.Item>
      </div>
      <Layers />
      <div className="form-pair">
        <NumberField name="minUm" label={t('field.minUm')} min={1} max={20_000} unit="µm" />
        <NumberField name="maxUm" label={t('field.maxUm')} min={1} max={20_000} unit="µm" optional />
      </div>
      <div className="form-pair">
        <Form.Item name="rule" label={t('field.rule')} extra={rule !== undefined && t(`ruleHint.${rule}`)}>
          <Select options={filmRules.map((value) => ({ value, label: t(`rule.${value}`) }))} />
        </Form.Item>
        <NumberField
          name="allowanceUm"
          label={t('field.allowanceUm')}
          max={1000}
          unit="µm"
          hidden={rule !== undefined && rule !== 'spot'}
        />
      </div>
      <div className="form-pair">
        <Form.Item
          name="fireType"
          label={t('check.fire')}
          normalize={(word: string | undefined) => word ?? null}
        >
          <Select
            allowClear
            placeholder={t('fire.none')}
            options={fireTypes.map((value) => ({ value, label: t(`fire.${value}`) }))}
          />
        </Form.Item>
        {fireType !== null && (
          <NumberField name="fireMm" label={t('field.fireMm')} min={0.1} max={200} precision={2} unit="mm" />
        )}
      </div>
      <ActiveField />
    </>
  )
}

/** The layers, from the steel outwards. */
function Layers() {
  const { t } = useTranslation('coating')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <Form.List name="layers">
      {(layers, { add, remove }) => (
        <>
          {layers.map(({ key, name }) => (
            <fieldset className="weld-line" key={key}>
              <legend>{t('layerOf', { number: name + 1 })}</legend>
              <Form.Item name={[name, 'layer']} label={t('field.layer')}>
                <Select options={coatLayers.map((value) => ({ value, label: t(`layer.${value}`) }))} />
              </Form.Item>
              <Form.Item name={[name, 'product']} label={t('field.product')}>
                <Input maxLength={80} />
              </Form.Item>
              <Form.Item name={[name, 'minUm']} label={t('field.layerUm')} rules={[required]}>
                <InputNumber className="number-field" min={1} max={20_000} precision={0} suffix="µm" />
              </Form.Item>
              {layers.length > 1 && (
                <Button
                  type="text"
                  className="weld-line-remove"
                  icon={<DeleteOutlined />}
                  aria-label={t('removeLayer', { number: name + 1 })}
                  onClick={() => remove(name)}
                />
              )}
            </fieldset>
          ))}
          <Form.Item>
            <Button
              type="dashed"
              block
              icon={<PlusOutlined />}
              disabled={layers.length >= 6}
              onClick={() => add({ layer: 'top', product: '', minUm: 40 })}
            >
              {t('addLayer')}
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}
