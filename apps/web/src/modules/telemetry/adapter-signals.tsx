import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { otherNames } from '@cloud-factory/domain/telemetry/adapter-enums'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { newSignal, wordsOf } from './adapter-values.rules.ts'

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
              {t('adapter.addSignal')}
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
