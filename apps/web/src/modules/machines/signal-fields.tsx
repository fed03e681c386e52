import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { signalKinds, signalRoles } from '@cloud-factory/domain/machines/equipment-enums'
import type { ProfileSignal } from '@cloud-factory/contract/machines/machine-profiles'
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'

const newSignal: ProfileSignal = {
  code: '',
  names: { zh: '', en: '', es: '' },
  unit: '',
  kind: 'gauge',
  role: null,
  low: null,
  high: null,
  decimals: 1,
  deadband: 0,
  deadbandPercent: false,
  silenceS: 60,
}

/** Signals of a profile in the order of their slots. */
export function SignalFields() {
  const { t } = useTranslation('machines')
  return (
    <Form.List
      name="signals"
      rules={[
        {
          validator: (_, signals: readonly unknown[] | undefined) =>
            (signals?.length ?? 0) > 0 ? Promise.resolve() : Promise.reject(new Error(t('profiles.none'))),
        },
      ]}
    >
      {(rows, { add, remove }, { errors }) => (
        <>
          {rows.map(({ key, name }) => (
            <fieldset key={key} className="signal-fields">
              <legend>
                {t('signal.slot', { no: name + 1 })}
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('signal.remove', { no: name + 1 })}
                  onClick={() => remove(name)}
                />
              </legend>
              <SignalRow name={name} />
            </fieldset>
          ))}
          <Form.ErrorList errors={errors} />
          <Button block icon={<PlusOutlined />} onClick={() => add(newSignal)}>
            {t('signal.add')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

function SignalRow({ name }: { readonly name: number }) {
  const { t } = useTranslation('machines')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <div className="form-pair">
      <Form.Item
        name={[name, 'code']}
        label={t('common:code')}
        rules={[required, { pattern: /^[A-Za-z0-9_./-]{1,64}$/, message: t('signal.codeForm') }]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name={[name, 'unit']} label={t('common:field.unit')}>
        <Input maxLength={16} />
      </Form.Item>
      <SignalNames name={name} />
      <Form.Item name={[name, 'kind']} label={t('signal.kind')}>
        <Select options={signalKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name={[name, 'role']} label={t('signal.role')} tooltip={t('hint.role')}>
        <Select
          allowClear
          options={signalRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name={[name, 'low']} label={t('signal.low')}>
        <InputNumber className="machine-number" />
      </Form.Item>
      <Form.Item name={[name, 'high']} label={t('signal.high')}>
        <InputNumber className="machine-number" />
      </Form.Item>
      <Form.Item name={[name, 'decimals']} label={t('signal.decimals')} rules={[{ required: true }]}>
        <InputNumber className="machine-number" min={0} max={6} precision={0} />
      </Form.Item>
      <Form.Item
        name={[name, 'deadband']}
        label={t('signal.deadband')}
        tooltip={t('hint.deadband')}
        rules={[{ required: true }]}
      >
        <InputNumber className="machine-number" min={0} />
      </Form.Item>
      <Form.Item name={[name, 'deadbandPercent']} label={t('signal.deadbandPercent')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name={[name, 'silenceS']} label={t('signal.silenceS')} rules={[{ required: true }]}>
        <InputNumber className="machine-number" min={1} max={3600} precision={0} />
      </Form.Item>
    </div>
  )
}

function SignalNames({ name }: { readonly name: number }) {
  const { t } = useTranslation('machines')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (['zh', 'en', 'es'] as const).map((language) => (
    <Form.Item
      key={language}
      name={[name, 'names', language]}
      label={t(`profiles.${language}`)}
      rules={[required]}
    >
      <Input maxLength={60} />
    </Form.Item>
  ))
}
