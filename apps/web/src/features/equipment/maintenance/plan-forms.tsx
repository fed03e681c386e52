import type { PlanRow } from '@cloud-factory/contract/maintenance-plans'
import { Form, Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { DayField } from '../../../shared/form/day-field.tsx'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { useInstant } from '../../../shared/format/dates.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { MachineSelect } from './machine-select.tsx'

type PlanValues = {
  readonly machineId: string | null
  readonly title: string
  readonly instructions: string
  readonly everyDays: number
  readonly lastDoneOn: string | null
  readonly noticeDays: number
  readonly active: boolean
}

interface Props {
  /** Null: a new one. */
  readonly row: PlanRow | null
  readonly onClose: () => void
}

/** Today as the factory reckons it. */
function useToday(): string {
  const instant = useInstant()
  const [day] = useState(() => instant(Date.now(), '{y}-{m}-{d}'))
  return day
}

/** Adds preventive maintenance or changes it. */
export function PlanForm({ row, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const today = useToday()
  const required = { required: true, message: t('shell:form.required') }
  const valuesOf = (plan: PlanRow | null): PlanValues =>
    plan === null
      ? {
          machineId: null,
          title: '',
          instructions: '',
          everyDays: 30,
          lastDoneOn: today,
          noticeDays: 3,
          active: true,
        }
      : {
          machineId: plan.machineId,
          title: plan.title,
          instructions: plan.instructions,
          everyDays: plan.everyDays,
          lastDoneOn: plan.lastDoneOn,
          noticeDays: plan.noticeDays,
          active: plan.active,
        }
  const inputOf = (values: PlanValues) => ({
    ...values,
    machineId: values.machineId ?? '',
    title: values.title.trim(),
    instructions: values.instructions.trim(),
    lastDoneOn: values.lastDoneOn ?? today,
  })
  return (
    <FormDrawer<PlanValues, PlanRow>
      title={row === null ? t('plan.add') : t('plan.edit', { title: row.title })}
      labels={{
        machineId: t('field.machine'),
        title: t('field.title'),
        instructions: t('field.instructions'),
        everyDays: t('field.everyDays'),
        lastDoneOn: t('field.lastDoneOn'),
        noticeDays: t('field.noticeDays'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/maintenance-plans', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/maintenance-plans/:id', {
              params: { id: row.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as PlanRow),
        version: (current as PlanRow).version,
        by: (current as PlanRow).updatedBy,
      })}
      show={(_, value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="machineId" label={t('field.machine')} rules={[required]}>
        <MachineSelect />
      </Form.Item>
      <Form.Item name="title" label={t('field.title')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="instructions" label={t('field.instructions')}>
        <Input.TextArea rows={4} maxLength={2000} showCount />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="everyDays" label={t('field.everyDays')} rules={[required]}>
          <InputNumber className="machine-number" min={1} max={3650} precision={0} />
        </Form.Item>
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
    </FormDrawer>
  )
}

type DoneValues = { readonly doneOn: string | null; readonly note: string }

/** Says that maintenance was done. */
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
