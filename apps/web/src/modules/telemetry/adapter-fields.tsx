import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { gatewayChoiceQuery } from './gateways.queries.ts'

/** Path fields, in the order in which a message is read. */
export const pathFields = [
  'recordsPath',
  'device',
  'timePath',
  'valuesPath',
  'namePath',
  'valuePath',
  'valueTimePath',
  'errorsPath',
] as const
const optional: readonly string[] = ['timePath', 'valueTimePath', 'errorsPath']

/** Which messages an adapter accepts, and the paths of the fields in them. */
export function AdapterFields() {
  const { t } = useTranslation('telemetry')
  const { data } = useQuery(gatewayChoiceQuery)
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item
          name="code"
          label={t('adapter.code')}
          rules={[required, { pattern: /^[A-Za-z0-9_-]{1,64}$/, message: t('codeWrong') }]}
        >
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name="name" label={t('field.name')}>
          <Input maxLength={60} />
        </Form.Item>
      </div>
      <Form.Item
        name="pattern"
        label={t('adapter.pattern')}
        extra={t('adapter.patternHint')}
        rules={[required]}
      >
        <Input maxLength={200} className="path-input" />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="gatewayId" label={t('adapter.gatewayId')}>
          <Select
            allowClear
            placeholder={t('adapter.anyGateway')}
            options={(data?.items ?? []).map(({ id, code }) => ({ value: id, label: code }))}
          />
        </Form.Item>
        <Form.Item name="zoneMinutes" label={t('adapter.zoneMinutes')} tooltip={t('adapter.zoneHint')}>
          <InputNumber min={-840} max={840} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="late"
          label={t('adapter.late')}
          valuePropName="checked"
          tooltip={t('adapter.lateHint')}
        >
          <Switch />
        </Form.Item>
        <Form.Item name="active" label={t('adapter.active')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <PathFields />
    </>
  )
}

function PathFields() {
  const { t } = useTranslation('telemetry')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <fieldset className="adapter-part">
      <legend>{t('adapter.where')}</legend>
      <p className="adapter-hint">{t('adapter.whereHint')}</p>
      <div className="form-pair">
        {pathFields.map((field) => (
          <Form.Item
            key={field}
            name={field}
            label={t(`adapter.${field}`)}
            tooltip={t(`adapter.hint.${field}`)}
            rules={optional.includes(field) ? [] : [required]}
          >
            <Input
              maxLength={200}
              className="path-input"
              placeholder={optional.includes(field) ? t('adapter.none') : ''}
            />
          </Form.Item>
        ))}
      </div>
    </fieldset>
  )
}
