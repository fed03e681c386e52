import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { kilograms } from '../../shared/format/numbers.ts'
import { say } from '../../shared/ui/say.ts'
import { MarkChoice, OrderChoice, useMarkPieces } from '../quality-records/order-choice.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

type Values = {
  readonly pieces: string[]
  readonly orderId: string | null
  readonly markId: string | null
  readonly part: string
  readonly kgEach: number | null
}
const blank: Values = { pieces: [], orderId: null, markId: null, part: '', kgEach: null }

/** Assigns a lot to pieces: scanned or typed one after the other, or all pieces of a mark. */
export function AssignForm({ lot, onClose }: { readonly lot: LotRow; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, Answer<'POST /api/heat-uses'>>
      title={t('assign.title', { heat: lot.heat.no })}
      action={t('action.assign')}
      labels={{
        pieces: t('field.pieces'),
        orderId: t('field.order'),
        markId: t('field.mark'),
        part: t('field.part'),
        kgEach: t('field.kgEach'),
      }}
      initial={{ values: blank, version: 0 }}
      save={({ pieces, part, kgEach }) =>
        api('POST /api/heat-uses', {
          body: { lotId: lot.id, pieces, part: part.trim(), kgEach: kgEach ?? null },
          idempotencyKey,
        })
      }
      onSaved={({ pieces, kg, leftKg }) => {
        say('success', t('assign.done', { count: pieces, kg: kilograms(kg), left: kilograms(leftKg) }))
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">
        {lot.profile} · {lot.grade.code} ·{' '}
        {t('leftOf', { left: kilograms(lot.leftKg), kg: kilograms(lot.kg) })}
      </p>
      {lot.status === 'quarantine' && <p className="form-note">{t('assign.quarantined')}</p>}
      <WhichPieces />
      <div className="form-pair">
        <Form.Item name="part" label={t('field.part')} extra={t('hint.part')}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="kgEach" label={t('field.kgEach')} extra={t('hint.kgEach')}>
          <InputNumber className="number-field" min={0.001} max={99_999_999} precision={3} suffix="kg" />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}

function WhichPieces() {
  const { t } = useTranslation('material')
  const form = Form.useFormInstance<Values>()
  const orderId = Form.useWatch('orderId', form) ?? null
  const markId = Form.useWatch('markId', form) ?? null
  const ofMark = useMarkPieces(orderId, markId)
  const known = (ofMark.data ?? []).map(({ id, serial }) => ({ value: id, label: serial }))
  return (
    <>
      <div className="form-pair">
        <Form.Item name="orderId" label={t('field.order')}>
          <OrderChoice onChange={() => form.setFieldsValue({ markId: null })} />
        </Form.Item>
        <Form.Item name="markId" label={t('field.mark')}>
          <MarkChoice orderId={orderId} />
        </Form.Item>
      </div>
      <Form.Item
        name="pieces"
        label={t('field.pieces')}
        rules={[{ required: true, message: t('shell:form.required') }]}
        extra={
          ofMark.data === undefined ? (
            t('hint.pieces')
          ) : (
            <Button
              type="link"
              size="small"
              onClick={() => form.setFieldsValue({ pieces: ofMark.data.map(({ id }) => id) })}
            >
              {t('assign.all', { count: ofMark.data.length })}
            </Button>
          )
        }
      >
        <Select
          mode="tags"
          suffixIcon={null}
          maxTagCount={12}
          maxCount={500}
          notFoundContent={null}
          showSearch={{ optionFilterProp: 'label' }}
          tokenSeparators={[',', '，', ' ', '\n']}
          options={known}
        />
      </Form.Item>
    </>
  )
}
