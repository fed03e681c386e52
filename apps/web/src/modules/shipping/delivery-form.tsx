import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { Versioned } from '../../shared/form/use-save-form.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { ProjectSelect } from '../projects/project-select.tsx'

/** A delivery as the form holds it. */
type DeliveryValues = {
  readonly no: string | null
  readonly projectId: string | null
  readonly consignee: string
  readonly address: string
  readonly plannedOn: string | null
  readonly truckPlate: string
  readonly driver: string | null
  readonly driverPhone: string | null
  readonly alarmPercent: number | null
  readonly alarmKg: number | null
  readonly note: string | null
}

interface Props {
  /** Null: a new one. */
  readonly delivery: DeliveryRow | null
  /** Initial values of a new delivery. */
  readonly from?: { readonly projectId: string; readonly consignee: string }
  readonly onSaved: (delivery: DeliveryRow) => void
  readonly onClose: () => void
}

const fields = [
  'no',
  'projectId',
  'consignee',
  'address',
  'plannedOn',
  'truckPlate',
  'driver',
  'driverPhone',
  'alarmPercent',
  'alarmKg',
  'note',
] as const

/** Creates a delivery or changes one that has not left. */
export function DeliveryForm({ delivery, from, onSaved, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const save = async (values: DeliveryValues, version: number): Promise<DeliveryRow> => {
    const { no, projectId, ...input } = inputOf(values)
    return delivery === null
      ? api('POST /api/deliveries', {
          body: { projectId: projectId ?? '', no, packageIds: [], ...input },
          idempotencyKey,
        })
      : api('PATCH /api/deliveries/:id', {
          params: { id: delivery.id },
          body: { version, no: no ?? '', ...input },
        })
  }
  const labels = Object.fromEntries(fields.map((field) => [field, t(labelKeys[field])])) as Record<
    keyof DeliveryValues,
    string
  >
  return (
    <FormDrawer<DeliveryValues, DeliveryRow>
      title={delivery === null ? t('newDelivery') : t('editDelivery', { no: delivery.no })}
      labels={labels}
      initial={delivery === null ? { values: emptyDelivery(from), version: 0 } : versioned(delivery)}
      save={save}
      theirs={(current) => versioned(current as DeliveryRow)}
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
      }}
      onClose={onClose}
    >
      <DeliveryFields isNew={delivery === null} />
    </FormDrawer>
  )
}

const labelKeys = {
  no: 'field.deliveryNo',
  projectId: 'field.project',
  consignee: 'field.consignee',
  address: 'field.address',
  plannedOn: 'field.plannedOn',
  truckPlate: 'field.truckPlate',
  driver: 'field.driver',
  driverPhone: 'field.driverPhone',
  alarmPercent: 'field.alarmPercent',
  alarmKg: 'field.alarmKg',
  note: 'field.note',
} as const

function DeliveryFields({ isNew }: { readonly isNew: boolean }) {
  const { t } = useTranslation('shipping')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      {isNew && (
        <Form.Item name="projectId" label={t('field.project')} rules={[required]}>
          <ProjectSelect placeholder={t('hint.project')} />
        </Form.Item>
      )}
      <div className="form-pair">
        <Form.Item name="no" label={t('field.deliveryNo')} {...(isNew ? {} : { rules: [required] })}>
          <Input maxLength={40} placeholder={isNew ? t('hint.nextNo') : ''} />
        </Form.Item>
        <Form.Item name="plannedOn" label={t('field.plannedOn')}>
          <DayField />
        </Form.Item>
      </div>
      <Form.Item name="consignee" label={t('field.consignee')} rules={[required]}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item name="address" label={t('field.address')}>
        <Input.TextArea rows={2} maxLength={300} />
      </Form.Item>
      <Form.Item name="truckPlate" label={t('field.truckPlate')} tooltip={t('hint.truckPlate')}>
        <Input maxLength={20} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="driver" label={t('field.driver')}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="driverPhone" label={t('field.driverPhone')}>
          <Input maxLength={30} inputMode="tel" />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item
          name="alarmPercent"
          label={t('field.alarmPercent')}
          tooltip={t('hint.alarm')}
          rules={[{ required: true, message: t('shell:form.required') }]}
        >
          <InputNumber<number> min={0.1} max={100} precision={1} step={0.1} className="number-field" />
        </Form.Item>
        <Form.Item
          name="alarmKg"
          label={t('field.alarmKg')}
          rules={[{ required: true, message: t('shell:form.required') }]}
        >
          <InputNumber<number> min={1} max={100_000} precision={0} step={10} className="number-field" />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </>
  )
}

const emptyDelivery = (from: Props['from']): DeliveryValues => ({
  no: null,
  projectId: from?.projectId ?? null,
  consignee: from?.consignee ?? '',
  address: '',
  plannedOn: null,
  truckPlate: '',
  driver: null,
  driverPhone: null,
  alarmPercent: 0.5,
  alarmKg: 50,
  note: null,
})

function versioned(delivery: DeliveryRow): Versioned<DeliveryValues> {
  const { no, consignee, address, plannedOn, truckPlate, driver, driverPhone, note } = delivery
  const { alarmPercent, alarmKg, project, version, updatedBy } = delivery
  return {
    values: {
      no,
      projectId: project.id,
      consignee,
      address,
      plannedOn,
      truckPlate,
      driver,
      driverPhone,
      alarmPercent,
      alarmKg,
      note,
    },
    version,
    by: updatedBy,
  }
}

const inputOf = (values: DeliveryValues) => ({
  ...values,
  no: textOrNull(values.no),
  consignee: values.consignee.trim(),
  address: values.address.trim(),
  truckPlate: values.truckPlate.trim(),
  driver: textOrNull(values.driver),
  driverPhone: textOrNull(values.driverPhone),
  note: textOrNull(values.note),
  alarmPercent: values.alarmPercent ?? 0.5,
  alarmKg: values.alarmKg ?? 50,
})

const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null
