import type { SubcontractDetail } from '@cloud-factory/contract/subcontracting/subcontracts'
import { suppliers } from '@cloud-factory/domain/purchasing/purchasing-resources'
import { type PriceBasis, priceBases } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { FormLines } from '../../shared/form/form-lines.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { processesQuery } from '../planning/plan.queries.ts'
import { useOrderOptions } from '../quality-records/quality.queries.ts'
import { unitText } from './subcontract-labels.tsx'
import { useSubcontractChanged } from './subcontracting.queries.ts'
import '../quality-records/quality.css'

type LineValues = {
  id: string | null
  fromProcessId: string | null
  toProcessId: string | null
  price: number | null
  note: string
}
type Values = {
  orderId: string | null
  supplierId: string | null
  basis: PriceBasis
  promisedOn: string | null
  note: string
  lines: LineValues[]
}

const blankLine: LineValues = { id: null, fromProcessId: null, toProcessId: null, price: null, note: '' }

const valuesOf = ({ order, supplier, basis, promisedOn, note, lines }: SubcontractDetail): Values => ({
  orderId: order.id,
  supplierId: supplier.id,
  basis,
  promisedOn,
  note,
  lines: lines.map(({ id, fromProcessId, toProcessId, price, note: words }) => ({
    id,
    fromProcessId,
    toProcessId,
    price,
    note: words,
  })),
})

const inputOf = ({ supplierId, basis, promisedOn, note, lines }: Values) => ({
  supplierId: supplierId ?? '',
  basis,
  promisedOn: promisedOn ?? '',
  note: note.trim(),
  lines: lines.map((line) => ({
    id: line.id ?? null,
    fromProcessId: line.fromProcessId ?? null,
    toProcessId: line.fromProcessId === null ? null : (line.toProcessId ?? line.fromProcessId),
    price: line.price ?? null,
    note: (line.note ?? '').trim(),
  })),
})

interface Props {
  /** Null: a new one. */
  readonly subcontract: SubcontractDetail | null
  /** The order of a new one; null: it is chosen. */
  readonly order: { readonly id: string; readonly no: string } | null
  readonly onSaved: (subcontract: SubcontractDetail) => void
  readonly onClose: () => void
}

/** Adds or changes a subcontract with its lines. */
export function SubcontractForm({ subcontract, order, onSaved, onClose }: Props) {
  const { t } = useTranslation('subcontracting')
  const changed = useSubcontractChanged()
  const idempotencyKey = useRequestKey()
  const blank: Values = {
    orderId: order?.id ?? null,
    supplierId: null,
    basis: 'kg',
    promisedOn: null,
    note: '',
    lines: [blankLine],
  }
  return (
    <FormDrawer<Values, SubcontractDetail>
      title={subcontract === null ? t('newTitle') : t('common:editTitle', { no: subcontract.no })}
      labels={{
        orderId: t('field.order'),
        supplierId: t('field.supplier'),
        basis: t('field.basis'),
        promisedOn: t('field.promisedOn'),
        note: t('field.note'),
        lines: t('field.lines'),
      }}
      initial={{
        values: subcontract === null ? blank : valuesOf(subcontract),
        version: subcontract?.version ?? 0,
      }}
      save={(values, version) =>
        subcontract === null
          ? api('POST /api/subcontracts', {
              body: { orderId: values.orderId ?? '', ...inputOf(values) },
              idempotencyKey,
            })
          : api('PATCH /api/subcontracts/:id', {
              params: { id: subcontract.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as SubcontractDetail),
        version: (current as SubcontractDetail).version,
      })}
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
        onClose()
      }}
      onClose={onClose}
    >
      <HeadFields order={order ?? subcontract?.order ?? null} />
      <Lines />
      <Form.Item name="note" label={t('field.note')} className="form-last">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Which order, from whom, until when, and what the prices are for. */
function HeadFields({ order }: Pick<Props, 'order'>) {
  const { t } = useTranslation('subcontracting')
  const [q, setQ] = useState('')
  const { options } = useOrderOptions(q, false)
  const vendors = useQuery(resourceQuery(suppliers, { pageSize: 200, active: 'true' })).data?.items ?? []
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <>
      <Form.Item name="orderId" label={t('field.order')} rules={rules}>
        <Select
          disabled={order !== null}
          showSearch={{ filterOption: false, onSearch: setQ }}
          options={order === null ? options : [{ value: order.id, label: order.no }]}
        />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="supplierId" label={t('field.supplier')} rules={rules}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={vendors.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          />
        </Form.Item>
        <Form.Item name="promisedOn" label={t('field.promisedOn')} rules={rules}>
          <DayField />
        </Form.Item>
      </div>
      <Form.Item name="basis" label={t('field.basis')}>
        <Segmented options={priceBases.map((value) => ({ value, label: t(`basis.${value}`) }))} />
      </Form.Item>
    </>
  )
}

function Lines() {
  const { t } = useTranslation('subcontracting')
  return (
    <FormLines
      name="lines"
      max={20}
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
  const { t } = useTranslation('subcontracting')
  const named = useNames()
  const { data } = useQuery(processesQuery)
  const options = (data?.items ?? [])
    .filter(({ kind, active }) => kind === 'work' && active)
    .map(({ id, names }) => ({ value: id, label: named(names) }))
  const isWhole = (Form.useWatch<string | null>(['lines', at, 'fromProcessId']) ?? null) === null
  const basis = Form.useWatch<PriceBasis>('basis') ?? 'kg'
  return (
    <>
      <Form.Item name={[at, 'id']} hidden>
        <Input />
      </Form.Item>
      <Form.Item name={[at, 'fromProcessId']} label={t('field.from')}>
        <Select
          allowClear
          placeholder={t('wholeAssembly')}
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
        />
      </Form.Item>
      <Form.Item name={[at, 'toProcessId']} label={t('field.to')} hidden={isWhole}>
        <Select
          allowClear
          placeholder={t('sameProcess')}
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
        />
      </Form.Item>
      <Form.Item name={[at, 'price']} label={t('field.price')}>
        <InputNumber className="number-field" min={0} max={100_000_000} suffix={`/ ${unitText(t, basis)}`} />
      </Form.Item>
      <Form.Item name={[at, 'note']} label={t('field.note')}>
        <Input maxLength={200} />
      </Form.Item>
    </>
  )
}
