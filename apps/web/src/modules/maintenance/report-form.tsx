import { useQuery } from '@tanstack/react-query'
import { Select, Form, Input, Radio, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { machinesQuery, useEquipmentChanged } from '../machines/machines.queries.ts'
import { type Symptom, symptoms } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'

interface MachineSelectProps {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  /** Given by the form's item. */
  readonly id?: string
}

/** Selects a machine in use by a part of its code or name; the server searches. */
export function MachineSelect({ value, onChange, ...field }: MachineSelectProps) {
  const { t } = useTranslation('maintenance')
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery(machinesQuery({ q, pageSize: 100 }))
  return (
    <Select<string | null>
      {...field}
      aria-label={t('field.machine')}
      placeholder={t('chooseMachine')}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      value={value ?? null}
      onChange={(id) => onChange?.(id)}
      options={(data?.items ?? []).map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
    />
  )
}

type ReportValues = {
  readonly machineId: string | null
  readonly symptom: Symptom
  readonly stopped: boolean
  readonly description: string
}

/** Values known before the user types. */
interface ReportedOf {
  readonly alarmId: string
  readonly machine: { readonly id: string; readonly code: string; readonly name: string }
  readonly symptom: Symptom
  readonly stopped: boolean
  readonly description: string
}

interface ReportFormProps {
  /** The alarm that it is about; null: a machine is chosen. */
  readonly of?: ReportedOf | null
  readonly onSaved: (repair: RepairDetail) => void
  readonly onClose: () => void
}

const startOf = (of: ReportedOf | null): ReportValues => ({
  machineId: of?.machine.id ?? null,
  symptom: of?.symptom ?? 'other',
  stopped: of?.stopped ?? false,
  description: of?.description ?? '',
})

/** Reports that something is wrong with a machine. */
export function ReportForm({ of = null, onSaved, onClose }: ReportFormProps) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<ReportValues, RepairDetail>
      title={t('report')}
      action={t('report')}
      labels={{
        machineId: t('field.machine'),
        symptom: t('field.symptom'),
        stopped: t('field.stopped'),
        description: t('field.description'),
      }}
      initial={{ values: startOf(of), version: 0 }}
      save={(values) =>
        api('POST /api/repairs', {
          body: {
            ...values,
            machineId: values.machineId ?? '',
            description: values.description.trim(),
            source: of === null ? 'hand' : 'alarm',
            alarmId: of?.alarmId ?? null,
          },
          idempotencyKey,
        })
      }
      onSaved={(repair) => {
        void changed()
        onSaved(repair)
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item
        name="machineId"
        label={t('field.machine')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        {of === null ? <MachineSelect /> : <Select disabled options={[machineOption(of.machine)]} />}
      </Form.Item>
      <Form.Item name="symptom" label={t('field.symptom')}>
        <Radio.Group
          className="word-choice"
          optionType="button"
          options={symptoms.map((value) => ({ value, label: t(`symptom.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="stopped" label={t('field.stopped')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="description" label={t('field.description')}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
    </FormDrawer>
  )
}

const machineOption = ({ id, code, name }: ReportedOf['machine']) => ({ value: id, label: `${code} ${name}` })
