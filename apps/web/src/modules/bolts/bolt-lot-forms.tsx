import type { BoltLot } from '@cloud-factory/contract/bolts/bolts'
import {
  type BoltTestKind,
  judgeBoltTest,
  setsOfTest,
  specimensOfSlipTest,
} from '@cloud-factory/domain/bolts/bolt-tests'
import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useToday } from '../../shared/format/dates.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { useOrderOptions } from '../quality-records/quality.queries.ts'
import { blankItem, ItemFields, itemInput, type ItemValues, useItemLabels } from './bolt-form.tsx'
import { useBoltsChanged } from './bolts.queries.ts'

interface Props {
  readonly onClose: () => void
}

type LotValues = ItemValues & {
  readonly lotNo: string
  readonly certificateNo: string
  readonly location: string
  readonly boxes: number | null
  readonly quantity: number | null
  readonly supplier: string
  readonly deliveryNote: string
  readonly receivedOn: string
}

const lotInput = (values: LotValues) => ({
  ...itemInput(values),
  lotNo: values.lotNo.trim(),
  certificateNo: values.certificateNo.trim(),
  location: values.location.trim(),
  boxes: values.boxes ?? null,
  quantity: values.quantity ?? 0,
  supplier: values.supplier.trim(),
  deliveryNote: values.deliveryNote.trim(),
  receivedOn: values.receivedOn,
})

/** Receives a lot that no purchase order names. */
export function ReceiveLotForm({ onClose }: Props) {
  const { t } = useTranslation('bolts')
  const changed = useBoltsChanged()
  const idempotencyKey = useRequestKey()
  const today = useToday()
  const labels = {
    ...useItemLabels(),
    lotNo: t('field.lotNo'),
    certificateNo: t('common:field.certificateNo'),
    location: t('common:field.location'),
    boxes: t('field.boxes'),
    quantity: t('common:field.quantity'),
    supplier: t('common:field.supplier'),
    deliveryNote: t('material:field.deliveryNote'),
    receivedOn: t('material:field.receivedOn'),
  }
  const blank = {
    lotNo: '',
    certificateNo: '',
    location: '',
    supplier: '',
    deliveryNote: '',
    receivedOn: today,
  }
  return (
    <FormDrawer<LotValues, BoltLot>
      title={t('action.receive')}
      labels={labels}
      initial={{ values: { ...blankItem, ...blank, boxes: null, quantity: null }, version: 0 }}
      save={(values) => api('POST /api/bolt-lots', { body: lotInput(values), idempotencyKey })}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <ItemFields />
      <LotFields labels={labels} />
    </FormDrawer>
  )
}

function LotFields({ labels }: { readonly labels: Readonly<Record<keyof LotValues, string>> }) {
  const { t } = useTranslation('bolts')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="lotNo" label={labels.lotNo} rules={[{ ...required, whitespace: true }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="certificateNo" label={labels.certificateNo}>
          <Input maxLength={60} />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="quantity" label={labels.quantity} rules={[required]}>
          <InputNumber className="number-field" min={1} max={1_000_000} precision={0} />
        </Form.Item>
        <Form.Item name="boxes" label={labels.boxes}>
          <InputNumber className="number-field" min={1} max={10_000} precision={0} />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="supplier" label={labels.supplier}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="deliveryNote" label={labels.deliveryNote}>
          <Input maxLength={60} />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="receivedOn" label={labels.receivedOn} rules={[required]}>
          <DayField />
        </Form.Item>
        <Form.Item name="location" label={labels.location} className="form-last">
          <Input maxLength={60} placeholder="A-03" />
        </Form.Item>
      </div>
    </>
  )
}

type TestValues = {
  readonly orderId: string | null
  readonly reportNo: string
  readonly testedOn: string
  readonly surface: string
  readonly designValue: number | null
  readonly readings: readonly (number | null)[]
}

interface TestProps extends Props {
  /** null: the slip factor of an order. */
  readonly lot: BoltLot | null
}

/** Records the test of a lot, or the slip factor of an order. */
export function BoltTestForm({ lot, onClose }: TestProps) {
  const { t } = useTranslation('bolts')
  const changed = useBoltsChanged()
  const idempotencyKey = useRequestKey()
  const today = useToday()
  const kind = lot?.needsTest ?? 'slip'
  const length = kind === 'slip' ? specimensOfSlipTest : setsOfTest
  return (
    <FormDrawer<TestValues, unknown>
      title={lot === null ? t('action.slipTest') : `${t(`test.${kind}`)}: ${lot.lotNo}`}
      labels={{
        orderId: t('common:field.order'),
        reportNo: t('field.reportNo'),
        testedOn: t('field.testedOn'),
        surface: t('field.surface'),
        designValue: t('field.designValue'),
        readings: t('common:field.readings'),
      }}
      initial={{
        values: {
          orderId: null,
          reportNo: '',
          testedOn: today,
          surface: '',
          designValue: null,
          readings: Array.from({ length }, () => null),
        },
        version: 0,
      }}
      save={(values) => api('POST /api/bolt-tests', { body: testInput(values, lot), idempotencyKey })}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t(`testText.${kind}`)}</p>
      {lot === null ? <SlipFields /> : <p>{lot.designation}</p>}
      <TestFields kind={kind} size={lot?.size ?? ''} length={length} />
    </FormDrawer>
  )
}

function testInput(
  { orderId, reportNo, testedOn, surface, designValue, readings }: TestValues,
  lot: BoltLot | null,
) {
  const head = { reportNo: reportNo.trim(), testedOn, readings: readings.map((value) => value ?? 0) }
  if (lot !== null && lot.needsTest !== null && lot.needsTest !== 'slip')
    return { kind: lot.needsTest, lotId: lot.id, ...head }
  return {
    kind: 'slip' as const,
    orderId: orderId ?? '',
    surface: surface.trim(),
    designValue: designValue ?? 0,
    ...head,
  }
}

function SlipFields() {
  const { t } = useTranslation('bolts')
  const [q, setQ] = useState('')
  const { options } = useOrderOptions(q, false)
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="orderId" label={t('common:field.order')} rules={[required]}>
        <Select showSearch={{ filterOption: false, onSearch: setQ }} options={options} />
      </Form.Item>
      <Form.Item name="surface" label={t('field.surface')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={80} placeholder="Sa 2.5" />
      </Form.Item>
      <Form.Item name="designValue" label={t('field.designValue')} rules={[required]}>
        <InputNumber className="number-field" min={0.1} max={1} precision={2} step={0.05} />
      </Form.Item>
    </>
  )
}

interface TestFieldsProps {
  readonly kind: BoltTestKind
  readonly size: string
  readonly length: number
}

/** Report, day and readings, with the verdict as they are typed. */
function TestFields({ kind, size, length }: TestFieldsProps) {
  const { t } = useTranslation('bolts')
  const reasonText = useReasonText()
  const readings = (Form.useWatch<(number | null)[]>('readings') ?? []).filter((value) => value !== null)
  const designValue = Form.useWatch<number | null>('designValue') ?? null
  const verdict = readings.length === length ? judgeBoltTest({ kind, size, designValue, readings }) : null
  const required = { required: true, message: t('shell:form.required') }
  const decimals = kind === 'torque' ? 3 : kind === 'slip' ? 2 : 1
  return (
    <>
      <div className="form-pair">
        <Form.Item name="reportNo" label={t('field.reportNo')} rules={[{ ...required, whitespace: true }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="testedOn" label={t('field.testedOn')} rules={[required]}>
          <DayField />
        </Form.Item>
      </div>
      <div className="form-pair">
        {Array.from({ length }, (_, at) => (
          <Form.Item
            key={at}
            name={['readings', at]}
            label={t('field.reading', { number: at + 1 })}
            rules={[required]}
          >
            <InputNumber className="number-field" min={0} max={1000} precision={decimals} />
          </Form.Item>
        ))}
      </div>
      {verdict !== null && (
        <p role="status">
          <StatusTag
            tone={verdict.reason === null ? 'good' : 'bad'}
            text={verdict.reason === null ? t('tested.passed') : reasonText(verdict.reason)}
          />{' '}
          {`${t('field.mean')} ${verdict.mean} · ${t('field.deviation')} ${verdict.deviation}`}
        </p>
      )}
    </>
  )
}
