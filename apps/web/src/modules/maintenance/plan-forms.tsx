import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import type { PlanTrigger } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { maintenancePlans, maxPlanDays } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { Form, Input, InputNumber, type InputNumberProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { say } from '../../shared/ui/say.ts'
import { useToday } from '../../shared/format/dates.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { MachineSelect } from './report-form.tsx'
import { planUse } from './plan-use.tsx'

/** Adds preventive maintenance or changes it. */
export function PlanForm({ row, onClose }: RecordFormProps<PlanRow>) {
  const today = useToday()
  const [added, setAdded] = useState<PlanRow | null>(null)
  if (added !== null) return <RepeatPlanDialog row={added} onClose={onClose} />
  return (
    <ResourceForm
      resource={maintenancePlans}
      row={row}
      onClose={onClose}
      onSaved={(saved) => (row === null ? setAdded(saved) : onClose())}
      initial={{ lastDoneOn: today }}
      inputs={{ machineId: <MachineSelect />, every: <EveryInput /> }}
    />
  )
}

/** Interval in days, hours, or the machine's own output unit. */
function EveryInput(item: InputNumberProps) {
  const { t } = useTranslation('maintenance')
  const trigger = Form.useWatch<PlanTrigger | undefined>('trigger', Form.useFormInstance()) ?? 'days'
  const max = trigger === 'days' ? maxPlanDays : maintenancePlans.fields.every.max
  return (
    <InputNumber
      {...item}
      className="number-field"
      min={1}
      max={max}
      precision={0}
      suffix={t(`trigger.${trigger}`)}
    />
  )
}

/** Asks whether the other machines of the profile get the plan too. */
function RepeatPlanDialog({ row, onClose }: { readonly row: PlanRow; readonly onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  return (
    <ActionDialog
      title={t('repeat.title', { title: row.title })}
      action={t('repeat.action')}
      keep={t('repeat.keep', { code: row.machine.code })}
      act={async (_reason, idempotencyKey) => {
        const { added } = await api('POST /api/maintenance-plans/:id/repeat', {
          params: { id: row.id },
          idempotencyKey,
        })
        say('success', t('repeat.added', { count: added }))
      }}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('repeat.text')}
    </ActionDialog>
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
      action={t('action.done')}
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
