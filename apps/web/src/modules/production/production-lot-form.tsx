import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import type { ProductionLotRow } from '@cloud-factory/contract/production/production'
import { Button, Input, Modal, Form, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { say } from '../../shared/ui/say.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { MarkSelect } from '../orders/mark-select.tsx'
import './work.css'
import { useQuery } from '@tanstack/react-query'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { workshopsQuery } from '../planning/plan.queries.ts'

interface AssignDialogProps {
  readonly orderId: string
  readonly lot: ProductionLotRow
  readonly onClose: () => void
}

const maxMarks = 200
const maxSerials = 200

/**
 * Assigns whole marks, or pieces by serial number, to a lot, or removes them. Mount it when it
 * opens.
 */
export function AssignDialog({ orderId, lot, onClose }: AssignDialogProps) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const [marks, choose] = useState<readonly MarkRow[]>([])
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const { busy, error, submit } = useSubmit()
  const serials = serialsIn(text)
  const nothing = marks.length + serials.length === 0
  useDirty(!nothing)
  const assign = async (remove: boolean) => {
    const { ids, missing } = await piecesOf(orderId, serials)
    setUnknown(missing)
    if (missing.length > 0) return
    const body = { pieceIds: ids, markIds: marks.map(({ id }) => id), remove }
    await api('POST /api/production-lots/:id/pieces', { params: { id: lot.id }, body })
    say('success', t('productionLot.assigned'))
    onClose()
  }
  const run = (remove: boolean) => void submit(() => assign(remove).finally(() => void changed()))
  return (
    <Modal
      open
      title={t('productionLot.assignTitle', { no: lot.no })}
      onCancel={() => !busy && onClose()}
      mask={{ closable: false }}
      footer={
        <div className="dialog-buttons">
          <Button disabled={nothing} loading={busy} onClick={() => run(true)}>
            {t('productionLot.take')}
          </Button>
          <Button type="primary" disabled={nothing} loading={busy} onClick={() => run(false)}>
            {t('productionLot.add')}
          </Button>
        </div>
      }
    >
      {error !== null && <ProblemAlert error={error} />}
      <p className="action-text">{t('productionLot.assignText')}</p>
      <div className="report-field">
        <span>{t('productionLot.marks')}</span>
        <MarkSelect
          orderId={orderId}
          label={t('productionLot.marks')}
          chosen={marks}
          most={maxMarks}
          onChoose={choose}
        />
        <SerialsField text={text} unknown={unknown} onChange={setText} />
      </div>
    </Modal>
  )
}

interface SerialsProps {
  readonly text: string
  /** Serials that the order does not have. */
  readonly unknown: readonly string[]
  readonly onChange: (text: string) => void
}

function SerialsField({ text, unknown, onChange }: SerialsProps) {
  const { t } = useTranslation('production')
  const field = useId()
  return (
    <>
      <label htmlFor={field}>{t('productionLot.serials')}</label>
      <Input.TextArea
        id={field}
        rows={4}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        {...(unknown.length > 0 ? { status: 'error' as const } : {})}
      />
      {unknown.length > 0 && (
        <p className="is-late" role="alert">
          {t('productionLot.unknownSerials', { serials: unknown.join(', ') })}
        </p>
      )}
    </>
  )
}

const serialsIn = (text: string): readonly string[] =>
  [...new Set(text.split(/[\n,;，；]+/).map((line) => line.trim()))]
    .filter((line) => line !== '')
    .slice(0, maxSerials)

/** Ids of the pieces of these serials, and the serials that the order does not have. */
async function piecesOf(orderId: string, serials: readonly string[]) {
  const ids: string[] = []
  const missing: string[] = []
  for (const serial of serials) {
    const { items } = await api('GET /api/orders/:id/pieces', {
      params: { id: orderId },
      query: { q: serial, pageSize: 20 },
    })
    const piece = items.find((row) => row.serial === serial)
    if (piece === undefined) missing.push(serial)
    else ids.push(piece.id)
  }
  return { ids, missing }
}

type ProductionLotValues = {
  readonly no: string
  readonly name: string
  readonly workshopId: string | null
  readonly issuedOn: string | null
  readonly plannedStart: string | null
  readonly plannedEnd: string | null
  readonly requiredOnSite: string | null
}

interface BatchFormProps {
  readonly orderId: string
  /** Null: a new one. */
  readonly lot: ProductionLotRow | null
  readonly onClose: () => void
}

const days = ['issuedOn', 'plannedStart', 'plannedEnd', 'requiredOnSite'] as const

/** Adds a production lot or changes one. Mount it when it opens. */
export function ProductionLotForm({ orderId, lot, onClose }: BatchFormProps) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const save = async (values: ProductionLotValues, version: number): Promise<ProductionLotRow> => {
    const body = inputOf(values)
    return lot === null
      ? api('POST /api/orders/:id/production-lots', { params: { id: orderId }, body, idempotencyKey })
      : api('PATCH /api/production-lots/:id', { params: { id: lot.id }, body: { version, ...body } })
  }
  const dayLabels = Object.fromEntries(days.map((key) => [key, t(`field.${key}`)])) as Record<
    (typeof days)[number],
    string
  >
  return (
    <FormDrawer<ProductionLotValues, ProductionLotRow>
      title={lot === null ? t('productionLot.create') : t('productionLot.change', { no: lot.no })}
      labels={{
        no: t('productionLot.no'),
        name: t('field.name'),
        workshopId: t('field.workshopId'),
        ...dayLabels,
      }}
      initial={lot === null ? { values: empty, version: 0 } : versioned(lot)}
      save={save}
      theirs={(current) => versioned(current as ProductionLotRow)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <ProductionLotFields />
    </FormDrawer>
  )
}

function ProductionLotFields() {
  const { t } = useTranslation('production')
  const { data } = useQuery(workshopsQuery)
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="no" label={t('productionLot.no')} rules={[required]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="workshopId" label={t('field.workshopId')}>
          <Select
            allowClear
            options={(data?.items ?? [])
              .filter(({ active }) => active)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="name" label={t('field.name')}>
        <Input maxLength={120} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="plannedStart" label={t('field.plannedStart')}>
          <DayField />
        </Form.Item>
        <Form.Item
          name="plannedEnd"
          label={t('field.plannedEnd')}
          dependencies={['plannedStart']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, end: string | null) => {
                const start = getFieldValue('plannedStart') as string | null
                if (start && end && end < start) throw new Error(t('productionLot.endBeforeStart'))
              },
            }),
          ]}
        >
          <DayField />
        </Form.Item>
        <Form.Item name="requiredOnSite" label={t('field.requiredOnSite')}>
          <DayField />
        </Form.Item>
        <Form.Item name="issuedOn" label={t('field.issuedOn')}>
          <DayField />
        </Form.Item>
      </div>
    </>
  )
}

const empty: ProductionLotValues = {
  no: '',
  name: '',
  workshopId: null,
  issuedOn: null,
  plannedStart: null,
  plannedEnd: null,
  requiredOnSite: null,
}

const versioned = ({ version, ...lot }: ProductionLotRow) => ({
  version,
  values: Object.fromEntries(
    Object.keys(empty).map((key) => [key, lot[key as keyof ProductionLotValues]]),
  ) as ProductionLotValues,
})

const inputOf = ({ no, name, workshopId, ...rest }: ProductionLotValues) => ({
  no: no.trim(),
  name: name.trim(),
  workshopId: workshopId ?? null,
  issuedOn: rest.issuedOn ?? null,
  plannedStart: rest.plannedStart ?? null,
  plannedEnd: rest.plannedEnd ?? null,
  requiredOnSite: rest.requiredOnSite ?? null,
})
