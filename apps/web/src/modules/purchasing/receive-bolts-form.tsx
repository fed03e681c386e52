import type { PurchaseDetail, PurchaseLine } from '@cloud-factory/contract/purchasing/purchases'
import { Button, Form, Input, InputNumber } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useToday } from '../../shared/format/dates.ts'
import { count } from '../../shared/format/numbers.ts'
import { useBoltsChanged } from '../bolts/bolts.queries.ts'
import { usePurchaseChanged } from './purchasing.queries.ts'
import '../quality-records/quality.css'

type LotValues = {
  lineId: string
  quantity: number | null
  lotNo: string
  certificateNo: string
  location: string
  boxes: number | null
}
type Values = { deliveryNote: string; receivedOn: string; lots: LotValues[] }

const openOf = ({ pieces, received }: PurchaseLine): number => Math.max(0, pieces - received)

const lotOf = (line: PurchaseLine, quantity: number | null): LotValues => ({
  lineId: line.id,
  quantity,
  lotNo: '',
  certificateNo: '',
  location: '',
  boxes: null,
})

const inputOf = ({ deliveryNote, receivedOn, lots }: Values) => ({
  deliveryNote: deliveryNote.trim(),
  receivedOn,
  lots: lots
    .filter(({ quantity }) => (quantity ?? 0) > 0)
    .map((lot) => ({
      lineId: lot.lineId,
      quantity: lot.quantity ?? 0,
      lotNo: lot.lotNo.trim(),
      certificateNo: lot.certificateNo.trim(),
      location: lot.location.trim(),
      boxes: lot.boxes ?? null,
    })),
})

interface Props {
  readonly purchase: PurchaseDetail
  readonly onClose: () => void
}

/** Receives bought parts of a purchase order: a manufacturer's lot a line. */
export function ReceiveBoltsForm({ purchase, onClose }: Props) {
  const { t } = useTranslation('purchasing')
  const changed = usePurchaseChanged()
  const boltsChanged = useBoltsChanged()
  const idempotencyKey = useRequestKey()
  const today = useToday()
  const lines = purchase.items.filter((line) => line.form === 'bought' && line.received < line.maxPieces)
  const required = { required: true, message: t('shell:form.required') }
  const labels = {
    deliveryNote: t('material:field.deliveryNote'),
    receivedOn: t('material:field.receivedOn'),
    lots: t('field.lines'),
  }
  return (
    <FormDrawer<Values, PurchaseDetail>
      title={`${t('action.receiveBolts')}: ${purchase.no}`}
      action={t('action.receive')}
      labels={labels}
      initial={{
        values: {
          deliveryNote: '',
          receivedOn: today,
          lots: lines.map((line) => lotOf(line, openOf(line) || null)),
        },
        version: 0,
      }}
      save={(values) =>
        api('POST /api/purchases/:id/receive-bolts', {
          params: { id: purchase.id },
          body: inputOf(values),
          idempotencyKey,
        })
      }
      onSaved={() => {
        void Promise.all([changed(), boltsChanged()])
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('receiveBoltsText')}</p>
      <div className="form-pair">
        <Form.Item
          name="deliveryNote"
          label={labels.deliveryNote}
          rules={[{ ...required, whitespace: true }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="receivedOn" label={labels.receivedOn} rules={[required]}>
          <DayField />
        </Form.Item>
      </div>
      <Form.List name="lots">
        {(lots, { add }) =>
          lots.map(({ key, name }) => <LotFields key={key} lines={lines} at={name} onAdd={add} />)
        }
      </Form.List>
    </FormDrawer>
  )
}

interface LotProps {
  readonly lines: readonly PurchaseLine[]
  readonly at: number
  readonly onAdd: (lot: LotValues, at: number) => void
}

function LotFields({ lines, at, onAdd }: LotProps) {
  const { t } = useTranslation('purchasing')
  const form = Form.useFormInstance<Values>()
  const pieces = Form.useWatch<number | null>(['lots', at, 'quantity']) ?? 0
  const rules = pieces > 0 ? [{ required: true, message: t('shell:form.required') }] : []
  const line = lines.find(({ id }) => id === form.getFieldValue(['lots', at, 'lineId']))
  if (line === undefined) return null
  return (
    <fieldset className="weld-line">
      <legend>{`${line.profile} · ${count(openOf(line))}`}</legend>
      <Form.Item name={[at, 'lineId']} hidden>
        <Input />
      </Form.Item>
      <Form.Item name={[at, 'quantity']} label={t('field.piecesNow')}>
        <InputNumber className="number-field" min={0} max={1_000_000} precision={0} />
      </Form.Item>
      <Form.Item name={[at, 'lotNo']} label={t('bolts:field.lotNo')} rules={rules}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name={[at, 'certificateNo']} label={t('common:field.certificateNo')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name={[at, 'boxes']} label={t('bolts:field.boxes')}>
        <InputNumber className="number-field" min={1} max={10_000} precision={0} />
      </Form.Item>
      <Form.Item name={[at, 'location']} label={t('field.location')}>
        <Input maxLength={60} placeholder="A-03" />
      </Form.Item>
      <Button onClick={() => onAdd(lotOf(line, null), at + 1)}>{t('action.addLot')}</Button>
    </fieldset>
  )
}
