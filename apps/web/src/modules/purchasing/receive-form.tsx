import type { PurchaseDetail, PurchaseLine } from '@cloud-factory/contract/purchasing/purchases'
import { Button, Form, Input, InputNumber } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useToday } from '../../shared/format/dates.ts'
import { count, kilograms } from '../../shared/format/numbers.ts'
import { usePurchaseChanged } from './purchasing.queries.ts'
import '../quality-records/quality.css'

type LotValues = {
  lineId: string
  pieces: number | null
  kg: number | null
  heatNo: string
  mill: string
  thicknessMm: number | null
  location: string
}
type Values = { deliveryNote: string; receivedOn: string; lots: LotValues[] }

const openOf = ({ pieces, received }: PurchaseLine): number => Math.max(0, pieces - received)
const eachOf = ({ kg, pieces }: PurchaseLine): number | null => (kg === null ? null : kg / pieces)
const weightOf = (line: PurchaseLine): number | null => {
  const each = eachOf(line)
  return each === null ? null : Math.round(each * openOf(line) * 10) / 10
}

const lotOf = (line: PurchaseLine): LotValues => ({
  lineId: line.id,
  pieces: openOf(line),
  kg: weightOf(line),
  heatNo: '',
  mill: '',
  thicknessMm: null,
  location: '',
})

const inputOf = ({ deliveryNote, receivedOn, lots }: Values) => ({
  deliveryNote: deliveryNote.trim(),
  receivedOn,
  lots: lots
    .filter(({ pieces }) => (pieces ?? 0) > 0)
    .map(({ lineId, pieces, kg, heatNo, mill, thicknessMm, location }) => ({
      lineId,
      pieces: pieces ?? 0,
      kg: kg ?? 0,
      heatNo: heatNo.trim(),
      mill: mill.trim(),
      thicknessMm: thicknessMm === null || thicknessMm === undefined ? null : String(thicknessMm),
      lengthMm: null,
      location: location.trim(),
    })),
})

interface Props {
  readonly purchase: PurchaseDetail
  readonly onClose: () => void
}

/** Receives a delivery of a purchase order: a heat a line. */
export function ReceiveForm({ purchase, onClose }: Props) {
  const { t } = useTranslation('purchasing')
  const changed = usePurchaseChanged()
  const idempotencyKey = useRequestKey()
  const today = useToday()
  const lines = purchase.items.filter(
    (line) => line.form !== 'bought' && (openOf(line) > 0 || line.received < line.maxPieces),
  )
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormDrawer<Values, PurchaseDetail>
      title={`${t('action.receive')}: ${purchase.no}`}
      action={t('action.receive')}
      labels={{
        deliveryNote: t('material:field.deliveryNote'),
        receivedOn: t('material:field.receivedOn'),
        lots: t('field.lines'),
      }}
      initial={{ values: { deliveryNote: '', receivedOn: today, lots: lines.map(lotOf) }, version: 0 }}
      save={(values, _version, reason) =>
        api('POST /api/purchases/:id/receive', {
          params: { id: purchase.id },
          body: { ...inputOf(values), reason },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('receiveText')}</p>
      <div className="form-pair">
        <Form.Item
          name="deliveryNote"
          label={t('material:field.deliveryNote')}
          rules={[{ ...required, whitespace: true }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="receivedOn" label={t('material:field.receivedOn')} rules={[required]}>
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

/** One heat of a line. A delivery has further ones below it. */
function LotFields({ lines, at, onAdd }: LotProps) {
  const { t } = useTranslation('purchasing')
  const form = Form.useFormInstance<Values>()
  const pieces = Form.useWatch<number | null>(['lots', at, 'pieces']) ?? 0
  const rules = pieces > 0 ? [{ required: true, message: t('shell:form.required') }] : []
  const line = lines.find(({ id }) => id === form.getFieldValue(['lots', at, 'lineId']))
  if (line === undefined) return null
  const { profile, grade, lengthMm } = line
  return (
    <fieldset className="weld-line">
      <legend>
        {[profile, grade, lengthMm === null ? '' : `${lengthMm} mm`].filter(Boolean).join(' · ')}
      </legend>
      <p className="page-note">{t('ofLine', { open: count(openOf(line)), kg: kilograms(eachOf(line)) })}</p>
      <Form.Item name={[at, 'lineId']} hidden>
        <Input />
      </Form.Item>
      <Form.Item name={[at, 'pieces']} label={t('field.piecesNow')}>
        <InputNumber className="number-field" min={0} max={100_000} precision={0} />
      </Form.Item>
      <Form.Item name={[at, 'kg']} label={t('field.scaleKg')} rules={rules}>
        <InputNumber className="number-field" min={0.001} max={999_999_999} precision={3} suffix="kg" />
      </Form.Item>
      <Form.Item name={[at, 'heatNo']} label={t('material:field.heat')} rules={rules}>
        <Input maxLength={40} autoCapitalize="characters" />
      </Form.Item>
      <Form.Item name={[at, 'mill']} label={t('field.mill')}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name={[at, 'thicknessMm']} label={t('material:field.thicknessMm')}>
        <InputNumber className="number-field" min={0.1} max={999} precision={1} suffix="mm" />
      </Form.Item>
      <Form.Item name={[at, 'location']} label={t('field.location')}>
        <Input maxLength={60} placeholder="A-03" />
      </Form.Item>
      <Button onClick={() => onAdd({ ...lotOf(line), pieces: null, kg: null }, at + 1)}>
        {t('action.addHeat')}
      </Button>
    </fieldset>
  )
}
