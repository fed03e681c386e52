import { type Symptom, symptoms } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import { Form, Input, Radio, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { MachineSelect } from './machine-select.tsx'

type ReportValues = {
  readonly machineId: string | null
  readonly symptom: Symptom
  readonly stopped: boolean
  readonly description: string
}

/** Values known before the user types. */
export interface ReportedOf {
  readonly alarmId: string
  readonly machine: { readonly id: string; readonly code: string; readonly name: string }
  readonly symptom: Symptom
  readonly stopped: boolean
  readonly description: string
}

interface Props {
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
export function ReportForm({ of = null, onSaved, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<ReportValues, RepairDetail>
      title={t('report')}
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
