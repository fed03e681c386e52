import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { count } from '../../shared/format/numbers.ts'
import { lotsQuery, needsQuery, openPackagesQuery, useBoltsChanged } from './bolts.queries.ts'

type Values = {
  readonly itemId: string | null
  readonly lotId: string | null
  readonly packageId: string | null
  readonly quantity: number | null
}

interface Props {
  readonly orderId: string
  /** The package to pack into; null: to be chosen. */
  readonly packageId: string | null
  readonly itemId?: string | null
  readonly onClose: () => void
}

/** Gives pieces of a lot to an order: into a package, or to the shop. */
export function IssueForm({ orderId, packageId, itemId = null, onClose }: Props) {
  const { t } = useTranslation('bolts')
  const changed = useBoltsChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, unknown>
      title={t(packageId === null ? 'action.issue' : 'action.pack')}
      action={t(packageId === null ? 'action.issue' : 'action.pack')}
      labels={{
        itemId: t('field.designation'),
        lotId: t('field.lotNo'),
        packageId: t('field.packageOrShop'),
        quantity: t('common:field.quantity'),
      }}
      initial={{ values: { itemId, lotId: null, packageId, quantity: null }, version: 0 }}
      save={(values) =>
        api('POST /api/bolt-issues', {
          body: {
            lotId: values.lotId ?? '',
            orderId,
            packageId: values.packageId ?? null,
            quantity: values.quantity ?? 0,
          },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <IssueFields orderId={orderId} hasPackage={packageId !== null} firstItem={itemId} />
    </FormDrawer>
  )
}

/** What the order needs, lots of the chosen part, and open packages. */
function useChoices(orderId: string, itemId: string | null, hasPackage: boolean) {
  const needs = useQuery(needsQuery({ orderId, pageSize: 200 }))
  const lots = useQuery({
    ...lotsQuery({ itemId: itemId ?? '', free: 'true', pageSize: 50 }),
    enabled: itemId !== null,
  })
  const packages = useQuery({
    ...openPackagesQuery(orderId),
    enabled: !hasPackage,
  })
  return {
    needs: needs.data?.items ?? [],
    lots: itemId === null ? [] : (lots.data?.items ?? []),
    packages: packages.data?.items ?? [],
  }
}

interface FieldsProps {
  readonly orderId: string
  readonly hasPackage: boolean
  readonly firstItem: string | null
}

function IssueFields({ orderId, hasPackage, firstItem }: FieldsProps) {
  const { t } = useTranslation('bolts')
  const form = Form.useFormInstance<Values>()
  const [itemId, setItemId] = useState(firstItem)
  const { needs, lots, packages } = useChoices(orderId, itemId, hasPackage)
  const need = needs.find((one) => one.itemId === itemId)
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="itemId" label={t('field.designation')} rules={[required]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={needs.map((one) => ({
            value: one.itemId,
            label: `${one.designation} · ${t('field.open')} ${count(one.open)}`,
          }))}
          onChange={(value: string) => {
            setItemId(value)
            form.setFieldsValue({ lotId: null, quantity: null })
          }}
        />
      </Form.Item>
      {need !== undefined && (
        <p className="page-note">{t('issueText', { open: count(need.open), item: need.designation })}</p>
      )}
      <Form.Item name="lotId" label={t('field.lotNo')} rules={[required]}>
        <Select
          options={lots.map((lot) => ({
            value: lot.id,
            disabled: lot.can.issue !== true,
            label: [lot.lotNo, count(lot.free), lot.location].filter(Boolean).join(' · '),
          }))}
          onChange={(value: string) => {
            const free = lots.find(({ id }) => id === value)?.free ?? 0
            form.setFieldsValue({ quantity: Math.min(free, need?.open ?? 0) || null })
          }}
        />
      </Form.Item>
      <Form.Item name="packageId" label={t('field.packageOrShop')} hidden={hasPackage}>
        <Select
          allowClear
          placeholder={t('place.shop')}
          options={packages.map(({ id, no }) => ({ value: id, label: no }))}
        />
      </Form.Item>
      <Form.Item name="quantity" label={t('common:field.quantity')} rules={[required]} className="form-last">
        <InputNumber className="number-field" min={1} max={1_000_000} precision={0} />
      </Form.Item>
    </>
  )
}
