import type { ReceiptDetail } from '@cloud-factory/contract/material/receipts'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

type Values = { readonly deliveryNote: string; readonly receivedOn: string; readonly note: string }

const valuesOf = ({ deliveryNote, receivedOn, note }: ReceiptDetail): Values => ({
  deliveryNote,
  receivedOn,
  note,
})

/** Changes the head of a receipt. */
export function ReceiptHeadForm({
  receipt,
  onClose,
}: {
  readonly receipt: ReceiptDetail
  readonly onClose: () => void
}) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormDrawer<Values, ReceiptDetail>
      title={t('common:editTitle', { no: receipt.no })}
      labels={{
        deliveryNote: t('field.deliveryNote'),
        receivedOn: t('field.receivedOn'),
        note: t('field.note'),
      }}
      initial={{ values: valuesOf(receipt), version: receipt.version }}
      save={(values, version) =>
        api('PATCH /api/receipts/:id', { params: { id: receipt.id }, body: { version, ...values } })
      }
      theirs={(current) => ({
        values: valuesOf(current as ReceiptDetail),
        version: (current as ReceiptDetail).version,
      })}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item
        name="deliveryNote"
        label={t('field.deliveryNote')}
        rules={[{ ...required, whitespace: true }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="receivedOn" label={t('field.receivedOn')} rules={[required]}>
        <DayField />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}
