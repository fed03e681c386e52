import { type StockMove, stockMoves } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { SparePartRow } from '@cloud-factory/contract/maintenance/spare-parts'
import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { QuantityField } from '../../shared/form/quantity-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'

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
