import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import { Button, Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'

const maxCodes = 50

/** Codes of machines and alarm rules, each mapped to a reason. */
export function ReasonCodes() {
  const { t } = useTranslation('stop-reasons')
  return (
    <fieldset className="reason-codes">
      <legend>{t('field.codes')}</legend>
      <p className="page-note">{t('codesNote')}</p>
      <Form.List name="codes">
        {(rows, { add, remove }, { errors }) => (
          <>
            {rows.map(({ key, name }) => (
              <CodeRow key={key} at={name} onRemove={() => remove(name)} />
            ))}
            <Form.ErrorList errors={errors} />
            <Button
              block
              icon={<PlusOutlined />}
              disabled={rows.length >= maxCodes}
              onClick={() => add({ code: '', class: '' })}
            >
              {t('addCode')}
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

function CodeRow({ at, onRemove }: { readonly at: number; readonly onRemove: () => void }) {
  const { t } = useTranslation('stop-reasons')
  return (
    <div className="reason-code">
      <Form.Item
        name={[at, 'code']}
        label={t('field.code')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name={[at, 'class']} label={t('codeClass')}>
        <Select
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: t('anyClass') },
            ...machineClasses.map((value) => ({ value, label: t(`machines:class.${value}`) })),
          ]}
        />
      </Form.Item>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('removeCode', { code: at + 1 })}
        onClick={onRemove}
      />
    </div>
  )
}
