import type { SparePartRow } from '@cloud-factory/contract/maintenance/spare-parts'
import { type StockMove, stockMoves } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { QuantityField } from '../../shared/form/quantity-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'

interface Props {
  readonly part: SparePartRow
  readonly onClose: () => void
}

const step = 50
const most = 200

/** Receipts, issues and counts of a part, newest first. */
export function StockMoves({ part, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const instant = useInstant()
  const [pageSize, setPageSize] = useState(step)
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment', 'stock-moves', part.id, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/spare-parts/:id/moves', { params: { id: part.id }, query: { pageSize }, signal }),
    placeholderData: (before) => before,
  })
  const total = data?.total ?? 0
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size={Math.min(560, globalThis.innerWidth)}
        title={t('stock.movesOf', { code: part.code, name: part.name })}
        onClose={onClose}
      >
        <p className="page-note">{t('stock.now', { stock: thousands(part.stock), unit: part.unit })}</p>
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton active />}
        {data !== undefined && total === 0 && <p className="page-note">{t('nothing')}</p>}
        <ol className="stock-moves" aria-label={t('stock.moves')}>
          {data?.items.map(({ id, at, kind, change, stock, repair, note, by }) => (
            <li key={id}>
              <time dateTime={at}>{instant(at, '{y}-{m}-{d} {h}:{i}')}</time>
              <span>{t(`move.${kind}`)}</span>
              <span className={`is-number ${change < 0 ? 'is-out' : ''}`}>
                {change > 0 ? '+' : ''}
                {thousands(change)}
              </span>
              <span className="is-number">= {thousands(stock)}</span>
              <span className="page-note">
                {by}
                {note !== '' && ` · ${note}`}{' '}
                {repair !== null && <Link to={`/equipment/repair/${repair.id}`}>{repair.no}</Link>}
              </span>
            </li>
          ))}
        </ol>
        {total > pageSize && pageSize < most && (
          <Button onClick={() => setPageSize(pageSize + step)}>{t('stock.more')}</Button>
        )}
      </Drawer>
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
      action={t('action.move')}
      labels={{ kind: t('common:weld.type'), quantity: t('field.quantity'), note: t('field.note') }}
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
      <Form.Item name="kind" label={t('common:weld.type')}>
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
