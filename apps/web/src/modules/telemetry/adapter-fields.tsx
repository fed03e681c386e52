import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { otherNames } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { newSignal, pathFields, wordsOf } from './adapter-values.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { gatewayChoiceQuery } from './gateways.queries.ts'

const maxSignals = 200

/** Maps a manufacturer's signal names to the names used here. */
export function AdapterSignals() {
  const { t } = useTranslation('telemetry')
  return (
    <fieldset className="adapter-part">
      <legend>{t('adapter.signals')}</legend>
      <p className="adapter-hint">{t('adapter.signalsHint')}</p>
      <Form.List name="signals">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <SignalRow key={key} at={name} onRemove={() => remove(name)} />
            ))}
            <Button
              block
              icon={<PlusOutlined />}
              disabled={rows.length >= maxSignals}
              onClick={() => add(newSignal)}
            >
              {t('action.addSignal')}
            </Button>
          </>
        )}
      </Form.List>
      <Form.Item name="otherNames" label={t('adapter.otherNames')} className="adapter-others">
        <Select options={otherNames.map((value) => ({ value, label: t(`adapter.others.${value}`) }))} />
      </Form.Item>
    </fieldset>
  )
}

function SignalRow({ at, onRemove }: { readonly at: number; readonly onRemove: () => void }) {
  const { t } = useTranslation('telemetry')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <div className="adapter-signal">
      <Form.Item name={[at, 'name']} label={t('adapter.sentName')} rules={[required]}>
        <Input maxLength={128} />
      </Form.Item>
      <Form.Item
        name={[at, 'signal']}
        label={t('adapter.ourSignal')}
        rules={[required, { pattern: /^[A-Za-z0-9_./-]{1,64}$/, message: t('adapter.signalForm') }]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name={[at, 'factor']} label={t('adapter.factor')}>
        <InputNumber style={{ width: '100%' }} min={-1e12} max={1e12} />
      </Form.Item>
      <Form.Item name={[at, 'offset']} label={t('adapter.offset')}>
        <InputNumber style={{ width: '100%' }} min={-1e12} max={1e12} />
      </Form.Item>
      <Form.Item name={[at, 'unit']} label={t('adapter.sentUnit')}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item
        name={[at, 'words']}
        label={t('adapter.words')}
        rules={[
          {
            validator: (_, text: string | undefined) =>
              wordsOf(text ?? '') === null
                ? Promise.reject(new Error(t('adapter.wordsForm')))
                : Promise.resolve(),
          },
        ]}
      >
        <Input placeholder="RUN=3; IDLE=1" maxLength={500} />
      </Form.Item>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('adapter.removeSignal', { no: at + 1 })}
        onClick={onRemove}
      />
    </div>
  )
}

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
          label={t('common:code')}
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
        <Form.Item name="active" label={t('common:field.active')} valuePropName="checked">
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
