import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/i18n/use-names.ts'
import type { Month } from './calendar.queries.ts'

/** On which days of the week a shift runs, and its breaks. */
export function ShiftFields({ shift }: { readonly shift: Month['shifts'][number] }) {
  const { t } = useTranslation('calendar')
  const nameOf = useNames()
  const required = { required: true, message: t('shell:form.required') }
  return (
    <fieldset className="shift-fields">
      <legend>
        {nameOf(shift.names)} {shift.startsAt} – {shift.endsAt}
      </legend>
      <Form.Item name={['shifts', shift.id, 'weekdays']} label={t('weekdays')}>
        <Checkbox.Group
          options={[1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: t(`weekday.${value}`) }))}
        />
      </Form.Item>
      <Form.List name={['shifts', shift.id, 'breaks']}>
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="break-fields">
                <Form.Item name={[name, 'startsAt']} label={t('breakAt')} rules={[required]}>
                  <Input type="time" />
                </Form.Item>
                <Form.Item name={[name, 'minutes']} label={t('breakMinutes')} rules={[required]}>
                  <InputNumber min={1} max={480} precision={0} />
                </Form.Item>
                <Button
                  type="text"
                  icon={<MinusCircleOutlined />}
                  aria-label={t('removeBreak')}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={fields.length >= 12}
              onClick={() => add({ startsAt: '', minutes: 30 })}
            >
              {t('addBreak')}
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}
