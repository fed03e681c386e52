import type { ReceiptDetail } from '@cloud-factory/contract/material/receipts'
import { Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { FormLines } from '../../shared/form/form-lines.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { blankLot, LotFields, lotInputOf, type LotValues } from './lot-form.tsx'
import { projectsQuery } from './material.queries.ts'
import '../quality-records/quality.css'

type HeadValues = { readonly deliveryNote: string; readonly receivedOn: string; readonly note: string }

const valuesOf = ({ deliveryNote, receivedOn, note }: ReceiptDetail): HeadValues => ({
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
  return (
    <FormDrawer<HeadValues, ReceiptDetail>
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
      <NoteAndDay />
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}

function NoteAndDay() {
  const { t } = useTranslation('material')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
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
    </>
  )
}

type Values = {
  readonly supplier: string
  readonly deliveryNote: string
  readonly receivedOn: string | null
  readonly projectId: string | null
  readonly note: string
  readonly lots: readonly LotValues[]
}
const blank: Values = {
  supplier: '',
  deliveryNote: '',
  receivedOn: null,
  projectId: null,
  note: '',
  lots: [blankLot],
}
const inputOf = ({ supplier, deliveryNote, receivedOn, projectId, note, lots }: Values) => ({
  supplier: supplier.trim(),
  deliveryNote: deliveryNote.trim(),
  receivedOn: receivedOn ?? '',
  projectId: projectId ?? null,
  note: note.trim(),
  lots: lots.map(lotInputOf),
})

interface Props {
  readonly onSaved: (receipt: ReceiptDetail) => void
  readonly onClose: () => void
}

/** Receives material: supplier and delivered items, heat by heat. */
export function ReceiptForm({ onSaved, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, ReceiptDetail>
      title={t('action.receive')}
      action={t('action.receive')}
      labels={{
        supplier: t('field.supplier'),
        deliveryNote: t('field.deliveryNote'),
        receivedOn: t('field.receivedOn'),
        projectId: t('field.project'),
        note: t('field.note'),
        lots: t('lots'),
      }}
      initial={{ values: blank, version: 0 }}
      save={(values, _version, reason) =>
        api('POST /api/receipts', { body: { ...inputOf(values), reason }, idempotencyKey })
      }
      onSaved={(receipt) => {
        void changed()
        onSaved(receipt)
      }}
      onClose={onClose}
    >
      <DeliveryFields />
      <LotLines />
      <Form.Item name="note" label={t('field.note')} className="form-last">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Supplier, delivery note, date and project. */
function DeliveryFields() {
  const { t } = useTranslation('material')
  const projects = useQuery(projectsQuery).data?.items ?? []
  const required = { required: true, message: t('shell:form.required') }
  return (
    <div className="form-pair">
      <Form.Item name="supplier" label={t('field.supplier')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={80} />
      </Form.Item>
      <NoteAndDay />
      <Form.Item name="projectId" label={t('field.project')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={projects.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        />
      </Form.Item>
    </div>
  )
}

/** The lots of the delivery; at least one. */
function LotLines() {
  const { t } = useTranslation('material')
  return (
    <FormLines
      name="lots"
      max={100}
      blank={blankLot}
      title={(number) => t('lotNumber', { number })}
      removeLabel={(number) => t('removeLot', { number })}
      addLabel={t('action.addLot')}
    >
      {(at) => <LotFields at={at} />}
    </FormLines>
  )
}
