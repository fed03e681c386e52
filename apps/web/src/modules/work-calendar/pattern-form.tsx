import type { WorkPattern } from '@cloud-factory/contract/work-calendar/work-calendar'
import { Form, Input, InputNumber, Button, Checkbox } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { type Month, useCalendarChanged } from './calendar.queries.ts'
import { CopyPattern } from './copy-pattern.tsx'
import { hoursOf } from './month-grid.tsx'
import { type PatternValues, runningOf, valuesOf } from './pattern-values.ts'
import { plannedOf } from './planned.rules.ts'
import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { useNames } from '../../shared/i18n/use-names.ts'

interface Props {
  readonly month: Month
  readonly workshopId: string | null
  readonly onClose: () => void
}

/** The week of the factory, or that of a workshop which differs from it. */
export function PatternForm({ month, workshopId, onClose }: Props) {
  const { t } = useTranslation('work-calendar')
  const changed = useCalendarChanged()
  const { pattern, shifts } = month
  return (
    <FormDrawer<PatternValues, WorkPattern>
      title={t('editPattern')}
      labels={{ promptMinutes: t('promptMinutes'), shifts: t('pattern'), reason: t('reason') }}
      initial={{ values: valuesOf(pattern, shifts), version: pattern.version }}
      save={(values, version) =>
        api('PUT /api/work-calendar/pattern', {
          body: {
            workshopId,
            version,
            shifts: runningOf(values),
            promptMinutes: values.promptMinutes,
            reason: values.reason.trim(),
          },
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      {workshopId !== null && !pattern.isOwn && <p className="page-note">{t('becomesOwn')}</p>}
      <CopyPattern month={month} workshopId={workshopId} />
      {shifts.map((shift) => (
        <ShiftFields key={shift.id} shift={shift} />
      ))}
      <Preview month={month} />
      <Form.Item name="promptMinutes" label={t('promptMinutes')} rules={[{ required: true }]}>
        <InputNumber min={1} max={480} precision={0} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('reason')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Totals of the month after the change, beside the current ones. */
function Preview({ month }: { readonly month: Month }) {
  const { t } = useTranslation('work-calendar')
  const values = Form.useWatch([], Form.useFormInstance<PatternValues>()) as PatternValues | undefined
  const now = month.days.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0)
  const later = values?.shifts === undefined ? now : plannedOf(month.days, month.shifts, runningOf(values))
  return (
    <p className="pattern-preview" role="status">
      {t('preview', { month: month.month, now: hoursOf(now), later: hoursOf(later) })}
    </p>
  )
}

/** On which days of the week a shift runs, and its breaks. */
function ShiftFields({ shift }: { readonly shift: Month['shifts'][number] }) {
  const { t } = useTranslation('work-calendar')
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
