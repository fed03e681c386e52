import type { ProductionLotRow } from '@cloud-factory/contract/production/production'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { workshopsQuery } from '../planning/plan.queries.ts'

type BatchValues = {
  readonly no: string
  readonly name: string
  readonly workshopId: string | null
  readonly issuedOn: string | null
  readonly plannedStart: string | null
  readonly plannedEnd: string | null
  readonly requiredOnSite: string | null
}

interface Props {
  readonly orderId: string
  /** Null: a new one. */
  readonly batch: ProductionLotRow | null
  readonly onClose: () => void
}

const days = ['issuedOn', 'plannedStart', 'plannedEnd', 'requiredOnSite'] as const

/** Adds a production lot or changes one. Mount it when it opens. */
export function BatchForm({ orderId, batch, onClose }: Props) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const save = async (values: BatchValues, version: number): Promise<ProductionLotRow> => {
    const body = inputOf(values)
    return batch === null
      ? api('POST /api/orders/:id/batches', { params: { id: orderId }, body, idempotencyKey })
      : api('PATCH /api/batches/:id', { params: { id: batch.id }, body: { version, ...body } })
  }
  const dayLabels = Object.fromEntries(days.map((key) => [key, t(`batch.${key}`)])) as Record<
    (typeof days)[number],
    string
  >
  return (
    <FormDrawer<BatchValues, ProductionLotRow>
      title={batch === null ? t('batch.create') : t('batch.change', { no: batch.no })}
      labels={{ no: t('batch.no'), name: t('batch.name'), workshopId: t('batch.workshopId'), ...dayLabels }}
      initial={batch === null ? { values: empty, version: 0 } : versioned(batch)}
      save={save}
      theirs={(current) => versioned(current as ProductionLotRow)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <BatchFields />
    </FormDrawer>
  )
}

function BatchFields() {
  const { t } = useTranslation('production')
  const { data } = useQuery(workshopsQuery)
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="no" label={t('batch.no')} rules={[required]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="workshopId" label={t('batch.workshopId')}>
          <Select
            allowClear
            options={(data?.items ?? [])
              .filter(({ active }) => active)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="name" label={t('batch.name')}>
        <Input maxLength={120} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="plannedStart" label={t('batch.plannedStart')}>
          <DayField />
        </Form.Item>
        <Form.Item
          name="plannedEnd"
          label={t('batch.plannedEnd')}
          dependencies={['plannedStart']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, end: string | null) => {
                const start = getFieldValue('plannedStart') as string | null
                if (start && end && end < start) throw new Error(t('batch.endBeforeStart'))
              },
            }),
          ]}
        >
          <DayField />
        </Form.Item>
        <Form.Item name="requiredOnSite" label={t('batch.requiredOnSite')}>
          <DayField />
        </Form.Item>
        <Form.Item name="issuedOn" label={t('batch.issuedOn')}>
          <DayField />
        </Form.Item>
      </div>
    </>
  )
}

const empty: BatchValues = {
  no: '',
  name: '',
  workshopId: null,
  issuedOn: null,
  plannedStart: null,
  plannedEnd: null,
  requiredOnSite: null,
}

const versioned = ({ version, ...batch }: ProductionLotRow) => ({
  version,
  values: Object.fromEntries(
    Object.keys(empty).map((key) => [key, batch[key as keyof BatchValues]]),
  ) as BatchValues,
})

const inputOf = ({ no, name, workshopId, ...rest }: BatchValues) => ({
  no: no.trim(),
  name: name.trim(),
  workshopId: workshopId ?? null,
  issuedOn: rest.issuedOn ?? null,
  plannedStart: rest.plannedStart ?? null,
  plannedEnd: rest.plannedEnd ?? null,
  requiredOnSite: rest.requiredOnSite ?? null,
})
