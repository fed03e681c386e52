import type { OrderPart } from '@cloud-factory/contract/parts/parts'
import { type PartReportKind, partReportKinds } from '@cloud-factory/domain/parts/part-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useAllowed } from '../../shared/permission.ts'
import { lotsQuery } from '../material/material.queries.ts'
import { usePartsChanged } from './parts.queries.ts'

type Values = {
  readonly kind: PartReportKind
  readonly quantities: Readonly<Record<string, number | null>>
  readonly lotId: string | null
  readonly reason: string
}

interface Props {
  readonly orderId: string
  readonly parts: readonly OrderPart[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** What is most likely reported of parts: the first step that some of them still need. */
const likelyKind = (parts: readonly OrderPart[]): PartReportKind =>
  (['cut', 'process', 'kit'] as const).find((kind) => parts.some((part) => proposed(part, kind) > 0)) ??
  'scrap'

/** As many as are expected: of cut parts those that are missing, of scrapped ones none. */
const proposed = ({ missing, max }: OrderPart, kind: PartReportKind): number =>
  kind === 'scrap' ? 0 : kind === 'cut' ? Math.min(missing, max.cut) : max[kind]

const quantitiesOf = (parts: readonly OrderPart[], kind: PartReportKind): Values['quantities'] =>
  Object.fromEntries(parts.map((part) => [part.id, proposed(part, kind) || null]))

/**
 * Reports parts as cut, processed, in kits or scrapped; at first all that are possible. It stays open until the list shows the
 * report, so that the next one does not propose the same again.
 */
export function PartReportForm({ orderId, parts, onSaved, onClose }: Props) {
  const { t } = useTranslation('parts')
  const changed = usePartsChanged()
  const idempotencyKey = useRequestKey()
  const [kind] = useState(() => likelyKind(parts))
  return (
    <FormDrawer<Values, Answer<'POST /api/orders/:id/part-reports'>>
      title={t('reportTitle')}
      action={t('common:action.report')}
      labels={{
        kind: t('common:field.kind'),
        quantities: t('common:field.quantity'),
        lotId: t('field.lot'),
        reason: t('common:field.reason'),
      }}
      initial={{
        values: { kind, quantities: quantitiesOf(parts, kind), lotId: null, reason: '' },
        version: 0,
      }}
      save={(values) =>
        api('POST /api/orders/:id/part-reports', {
          params: { id: orderId },
          body: bodyOf(values, parts),
          idempotencyKey,
        }).finally(changed)
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <ReportFields parts={parts} />
    </FormDrawer>
  )
}

const bodyOf = ({ kind, quantities, lotId, reason }: Values, parts: readonly OrderPart[]) => ({
  kind,
  ...(lotId === null || kind === 'process' || kind === 'kit' ? {} : { lotId }),
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  items: parts.flatMap(({ id, markId, partMark }) => {
    const quantity = quantities[id] ?? 0
    return quantity > 0 ? [{ markId, partMark, quantity }] : []
  }),
})

function ReportFields({ parts }: { readonly parts: readonly OrderPart[] }) {
  const { t } = useTranslation('parts')
  const form = Form.useFormInstance<Values>()
  const kind = Form.useWatch('kind', form) ?? likelyKind(parts)
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="kind" label={t('common:field.kind')}>
        <Select
          options={partReportKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(next: PartReportKind) => form.setFieldsValue({ quantities: quantitiesOf(parts, next) })}
        />
      </Form.Item>
      {parts.map(({ id, mark, partMark, profile, max }) => (
        <Form.Item
          key={id}
          name={['quantities', id]}
          label={`${mark} ${partMark}`}
          extra={`${profile} · ≤ ${max[kind]}`}
        >
          <InputNumber className="number-field" min={0} max={max[kind]} precision={0} />
        </Form.Item>
      ))}
      {(kind === 'cut' || kind === 'scrap') && <LotField />}
      <Form.Item
        name="reason"
        label={t('common:field.reason')}
        hidden={kind !== 'scrap'}
        rules={kind === 'scrap' ? [required] : []}
        className="form-last"
      >
        <Input maxLength={300} />
      </Form.Item>
    </>
  )
}

/** The lot whose heat the parts have; for those who may read the stock. */
function LotField() {
  const { t } = useTranslation('parts')
  const canRead = useAllowed({ permission: 'quality.view' })
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery({ ...lotsQuery({ q, pageSize: 50 }), enabled: canRead })
  if (!canRead) return null
  return (
    <Form.Item name="lotId" label={t('field.lot')}>
      <Select
        allowClear
        placeholder={t('lotHint')}
        loading={isFetching}
        showSearch={{ filterOption: false, onSearch: setQ }}
        options={(data?.items ?? []).map(({ id, heat, profile, grade }) => ({
          value: id,
          label: `${heat.no} · ${profile} · ${grade.code}`,
        }))}
      />
    </Form.Item>
  )
}
