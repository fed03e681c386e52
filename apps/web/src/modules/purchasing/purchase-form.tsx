import type { PurchaseDetail } from '@cloud-factory/contract/purchasing/purchases'
import { suppliers } from '@cloud-factory/domain/purchasing/purchasing-resources'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { FormLines } from '../../shared/form/form-lines.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { useOrderOptions } from '../quality-records/quality.queries.ts'
import { usePurchaseChanged } from './purchasing.queries.ts'
import '../quality-records/quality.css'

type LineValues = {
  id: string | null
  itemId: string | null
  priceEach: number | null
  profile: string
  grade: string
  lengthMm: number | null
  pieces: number | null
  pricePerTonne: number | null
  expectedOn: string | null
  orderId: string | null
}
type Values = { supplierId: string | null; overPercent: number; note: string; lines: LineValues[] }

const blankLine: LineValues = {
  id: null,
  itemId: null,
  priceEach: null,
  profile: '',
  grade: '',
  lengthMm: 12_000,
  pieces: null,
  pricePerTonne: null,
  expectedOn: null,
  orderId: null,
}

const valuesOf = ({ supplier, overPercent, note, items }: PurchaseDetail): Values => ({
  supplierId: supplier?.id ?? null,
  overPercent,
  note,
  lines: items.map(
    ({ id, itemId, priceEach, profile, grade, lengthMm, pieces, pricePerTonne, expectedOn, order }) => ({
      id,
      itemId,
      priceEach,
      profile,
      grade,
      lengthMm,
      pieces,
      pricePerTonne,
      expectedOn,
      orderId: order?.id ?? null,
    }),
  ),
})

const inputOf = ({ supplierId, overPercent, note, lines }: Values) => ({
  supplierId: supplierId ?? null,
  overPercent,
  note: note.trim(),
  lines: lines.map((line) => ({
    id: line.id ?? null,
    itemId: line.itemId ?? null,
    priceEach: line.priceEach ?? null,
    profile: line.profile.trim(),
    grade: line.grade.trim(),
    lengthMm: line.lengthMm ?? null,
    pieces: line.pieces ?? 0,
    pricePerTonne: line.pricePerTonne ?? null,
    expectedOn: line.expectedOn ?? null,
    orderId: line.orderId ?? null,
  })),
})

interface Props {
  /** Null: a new requisition. */
  readonly purchase: PurchaseDetail | null
  readonly onSaved: (purchase: PurchaseDetail) => void
  readonly onClose: () => void
}

/** Adds or changes a requisition with its lines. */
export function PurchaseForm({ purchase, onSaved, onClose }: Props) {
  const { t } = useTranslation('purchasing')
  const changed = usePurchaseChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, PurchaseDetail>
      title={purchase === null ? t('newTitle') : t('common:editTitle', { no: purchase.no })}
      labels={{
        supplierId: t('field.supplier'),
        overPercent: t('field.overPercent'),
        note: t('field.note'),
        lines: t('field.lines'),
      }}
      initial={{
        values:
          purchase === null
            ? { supplierId: null, overPercent: 5, note: '', lines: [blankLine] }
            : valuesOf(purchase),
        version: purchase?.version ?? 0,
      }}
      save={(values, version) =>
        purchase === null
          ? api('POST /api/purchases', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/purchases/:id', {
              params: { id: purchase.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as PurchaseDetail),
        version: (current as PurchaseDetail).version,
      })}
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
        onClose()
      }}
      onClose={onClose}
    >
      <HeadFields />
      <Lines />
      <Form.Item name="note" label={t('field.note')} className="form-last">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}

/** From whom, and how many more pieces are accepted. */
function HeadFields() {
  const { t } = useTranslation('purchasing')
  const vendors = useQuery(resourceQuery(suppliers, { pageSize: 200, active: 'true' })).data?.items ?? []
  return (
    <div className="form-pair">
      <Form.Item name="supplierId" label={t('field.supplier')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={vendors.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        />
      </Form.Item>
      <Form.Item
        name="overPercent"
        label={t('field.overPercent')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <InputNumber className="number-field" min={0} max={50} precision={0} suffix="%" />
      </Form.Item>
    </div>
  )
}

function Lines() {
  const { t } = useTranslation('purchasing')
  return (
    <FormLines
      name="lines"
      max={200}
      blank={blankLine}
      title={(number) => t('lineNumber', { number })}
      removeLabel={(number) => t('removeLine', { number })}
      addLabel={t('action.addLine')}
    >
      {(at) => <LineFields at={at} />}
    </FormLines>
  )
}

function LineFields({ at }: { readonly at: number }) {
  const { t } = useTranslation('purchasing')
  const [q, setQ] = useState('')
  const { options } = useOrderOptions(q, false)
  const required = { required: true, message: t('shell:form.required') }
  const isBought = (Form.useWatch<string | null>(['lines', at, 'itemId']) ?? null) !== null
  return (
    <>
      <Form.Item name={[at, 'id']} hidden>
        <Input />
      </Form.Item>
      <Form.Item name={[at, 'itemId']} hidden>
        <Input />
      </Form.Item>
      <Form.Item
        name={[at, 'profile']}
        label={t('field.profile')}
        rules={[{ ...required, whitespace: true }]}
      >
        <Input maxLength={200} placeholder="HEA 200" readOnly={isBought} />
      </Form.Item>
      <Form.Item name={[at, 'grade']} label={t('common:marks.grade')} hidden={isBought}>
        <Input maxLength={40} placeholder="Q355B" />
      </Form.Item>
      <Form.Item name={[at, 'lengthMm']} label={t('field.lengthMm')} hidden={isBought}>
        <InputNumber className="number-field" min={100} max={100_000} precision={1} suffix="mm" />
      </Form.Item>
      <Form.Item name={[at, 'pieces']} label={t('field.pieces')} rules={[required]}>
        <InputNumber className="number-field" min={1} max={1_000_000} precision={0} />
      </Form.Item>
      <Form.Item name={[at, 'priceEach']} label={t('bolts:field.priceEach')} hidden={!isBought}>
        <InputNumber className="number-field" min={0} max={1_000_000} precision={4} />
      </Form.Item>
      <Form.Item name={[at, 'pricePerTonne']} label={t('field.pricePerTonne')} hidden={isBought}>
        <InputNumber className="number-field" min={0} max={10_000_000} precision={2} />
      </Form.Item>
      <Form.Item name={[at, 'expectedOn']} label={t('field.expectedOn')}>
        <DayField />
      </Form.Item>
      <Form.Item name={[at, 'orderId']} label={t('field.forOrder')}>
        <Select allowClear showSearch={{ filterOption: false, onSearch: setQ }} options={options} />
      </Form.Item>
    </>
  )
}
