import { type StockMove, stockMoves } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { SparePartRow } from '@cloud-factory/contract/maintenance/spare-parts'
import { Form, Input, InputNumber, Radio, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { QuantityField } from '../../../shared/form/quantity-field.tsx'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { thousands } from '../../../shared/format/numbers.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'

type PartValues = {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly minStock: number
  readonly place: string
  readonly price: number | null
  readonly note: string
  readonly active: boolean
}

interface Props {
  /** Null: a new one. */
  readonly row: SparePartRow | null
  readonly onClose: () => void
}

const newPart: PartValues = {
  code: '',
  name: '',
  unit: '个',
  minStock: 0,
  place: '',
  price: null,
  note: '',
  active: true,
}

function valuesOf(row: SparePartRow | null): PartValues {
  if (row === null) return newPart
  const { code, name, unit, minStock, place, price, note, active } = row
  return { code, name, unit, minStock, place, price, note, active }
}

/** Adds a spare part or changes one; its stock is moved, not typed. */
export function PartForm({ row, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<PartValues, SparePartRow>
      title={row === null ? t('stock.add') : t('stock.edit', { code: row.code })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        unit: t('field.unit'),
        minStock: t('field.minStock'),
        place: t('field.place'),
        price: t('field.price'),
        note: t('field.note'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version, reason) => {
        const body = { ...values, code: values.code.trim(), price: values.price ?? null, reason }
        return row === null
          ? api('POST /api/spare-parts', { body, idempotencyKey })
          : api('PATCH /api/spare-parts/:id', { params: { id: row.id }, body: { version, ...body } })
      }}
      theirs={(current) => ({
        values: valuesOf(current as SparePartRow),
        version: (current as SparePartRow).version,
        by: (current as SparePartRow).updatedBy,
      })}
      show={(_, value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <PartFields />
    </FormDrawer>
  )
}

function PartFields() {
  const { t } = useTranslation('maintenance')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[required]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="name" label={t('field.name')} rules={[required]}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="unit" label={t('field.unit')} rules={[required]}>
          <Input maxLength={12} />
        </Form.Item>
        <Form.Item name="minStock" label={t('field.minStock')} rules={[{ required: true }]}>
          <QuantityField className="machine-number" min={0} max={999_999} />
        </Form.Item>
        <Form.Item name="place" label={t('field.place')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="price" label={t('field.price')}>
          <InputNumber className="machine-number" min={0} max={9_999_999} precision={2} />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item name="active" label={t('field.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

type MoveValues = { readonly kind: StockMove; readonly quantity: number | null; readonly note: string }

/** Receives or issues parts, or sets the stock to the counted quantity. */
export function MoveForm({ row, onClose }: { readonly row: SparePartRow; readonly onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<MoveValues, SparePartRow>
      title={t('stock.move', { code: row.code, name: row.name })}
      labels={{ kind: t('field.kind'), quantity: t('field.quantity'), note: t('field.note') }}
      initial={{ values: { kind: 'in', quantity: null, note: '' }, version: 0 }}
      save={({ kind, quantity, note }, _version, reason = '') =>
        api('POST /api/spare-parts/:id/moves', {
          params: { id: row.id },
          body: { kind, quantity: quantity ?? 0, note: note.trim() || reason },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('stock.now', { stock: thousands(row.stock), unit: row.unit })}</p>
      <Form.Item name="kind" label={t('field.kind')}>
        <Radio.Group
          optionType="button"
          options={stockMoves.map((value) => ({ value, label: t(`move.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="quantity"
        label={t('field.quantity')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <QuantityField className="machine-number" min={0} max={999_999} suffix={row.unit} />
      </Form.Item>
      <MoveNote />
    </FormDrawer>
  )
}

/** Required when the stock is set to the count: the reason for the difference. */
function MoveNote() {
  const { t } = useTranslation('maintenance')
  const isCount = Form.useWatch<StockMove | undefined>('kind') === 'count'
  const rules = isCount ? [{ required: true, whitespace: true, message: t('shell:form.required') }] : []
  return (
    <Form.Item name="note" label={t(isCount ? 'field.reason' : 'field.note')} rules={rules}>
      <Input maxLength={300} />
    </Form.Item>
  )
}
