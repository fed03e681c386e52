import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { type PlanTrigger, planTriggers } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { Form, Input, InputNumber, Radio, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { MachineSelect } from './report-form.tsx'
import { planUse } from './plan-use.tsx'

type PlanValues = {
  readonly machineId: string | null
  readonly title: string
  readonly instructions: string
  readonly trigger: PlanTrigger
  readonly every: number
  readonly lastDoneOn: string | null
  readonly noticeDays: number
  readonly active: boolean
}

interface Props {
  /** Null: a new one. */
  readonly row: PlanRow | null
  readonly onClose: () => void
}

/** Today as the factory computes it. */
function useToday(): string {
  const instant = useInstant()
  const [day] = useState(() => instant(Date.now(), '{y}-{m}-{d}'))
  return day
}

const valuesOf = (plan: PlanRow | null, today: string): PlanValues =>
  plan === null
    ? {
        machineId: null,
        title: '',
        instructions: '',
        trigger: 'days',
        every: 30,
        lastDoneOn: today,
        noticeDays: 3,
        active: true,
      }
    : {
        machineId: plan.machineId,
        title: plan.title,
        instructions: plan.instructions,
        trigger: plan.trigger,
        every: plan.every,
        lastDoneOn: plan.lastDoneOn,
        noticeDays: plan.noticeDays,
        active: plan.active,
      }

const inputOf = (values: PlanValues, today: string) => ({
  ...values,
  machineId: values.machineId ?? '',
  title: values.title.trim(),
  instructions: values.instructions.trim(),
  lastDoneOn: values.lastDoneOn ?? today,
})

/** Adds preventive maintenance or changes it. */
export function PlanForm({ row, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const today = useToday()
  return (
    <FormDrawer<PlanValues, PlanRow>
      title={row === null ? t('plan.add') : t('plan.edit', { title: row.title })}
      labels={{
        machineId: t('field.machine'),
        title: t('field.title'),
        instructions: t('field.instructions'),
        trigger: t('field.trigger'),
        every: t('field.every'),
        lastDoneOn: t('field.lastDoneOn'),
        noticeDays: t('field.noticeDays'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row, today), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/maintenance-plans', { body: inputOf(values, today), idempotencyKey })
          : api('PATCH /api/maintenance-plans/:id', {
              params: { id: row.id },
              body: { version, ...inputOf(values, today) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as PlanRow, today),
        version: (current as PlanRow).version,
        by: (current as PlanRow).updatedBy,
      })}
      show={(field, value) =>
        field === 'trigger'
          ? t(`trigger.${value as PlanTrigger}`)
          : typeof value === 'boolean'
            ? t(value ? 'yes' : 'no')
            : undefined
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <PlanFields />
    </FormDrawer>
  )
}

function PlanFields() {
  const { t } = useTranslation('maintenance')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="machineId" label={t('field.machine')} rules={[required]}>
        <MachineSelect />
      </Form.Item>
      <Form.Item name="title" label={t('field.title')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="instructions" label={t('field.instructions')}>
        <Input.TextArea rows={4} maxLength={2000} showCount />
      </Form.Item>
      <Form.Item name="trigger" label={t('field.trigger')} extra={t('plan.triggerHint')}>
        <Radio.Group
          optionType="button"
          options={planTriggers.map((value) => ({ value, label: t(`trigger.${value}`) }))}
        />
      </Form.Item>
      <div className="form-pair">
        <EveryField />
        <Form.Item name="noticeDays" label={t('field.noticeDays')} rules={[required]}>
          <InputNumber className="machine-number" min={0} max={90} precision={0} />
        </Form.Item>
        <Form.Item name="lastDoneOn" label={t('field.lastDoneOn')} rules={[required]}>
          <DayField />
        </Form.Item>
        <Form.Item name="active" label={t('field.active')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
    </>
  )
}

/** Interval and its unit: days, hours, or the machine's own output unit. */
function EveryField() {
  const { t } = useTranslation('maintenance')
  const trigger = Form.useWatch<PlanTrigger | undefined>('trigger') ?? 'days'
  return (
    <Form.Item
      name="every"
      label={t(`every.${trigger}`)}
      rules={[{ required: true, message: t('shell:form.required') }]}
    >
      <InputNumber
        className="machine-number"
        min={1}
        max={trigger === 'days' ? 3650 : 9_999_999}
        precision={0}
      />
    </Form.Item>
  )
}

type DoneValues = { readonly doneOn: string | null; readonly note: string }

/** Records completed maintenance. */
export function DoneForm({ row, onClose }: { readonly row: PlanRow; readonly onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const today = useToday()
  return (
    <FormDrawer<DoneValues, PlanRow>
      title={t('plan.done', { title: row.title, code: row.machine.code })}
      labels={{ doneOn: t('field.doneOn'), note: t('field.note') }}
      initial={{ values: { doneOn: today, note: '' }, version: row.version }}
      save={(values, version) =>
        api('POST /api/maintenance-plans/:id/done', {
          params: { id: row.id },
          body: { version, doneOn: values.doneOn ?? today, note: values.note.trim() },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      {row.progress !== null && <p className="page-note">{planUse(t, row)}</p>}
      {row.instructions !== '' && <p className="plan-instructions">{row.instructions}</p>}
      <Form.Item
        name="doneOn"
        label={t('field.doneOn')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <DayField />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
    </FormDrawer>
  )
}
