import type { PlateDemandRow, PlateJobDetail } from '@cloud-factory/contract/plates/plates'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrderOptions } from '../quality-records/quality.queries.ts'
import { usePlatesChanged } from './plates.queries.ts'

type Values = { orderIds: string[]; dueUntil: string | null; onlyWithFile: boolean; note: string }

interface Props {
  readonly groups: readonly Pick<PlateDemandRow, 'thicknessMm' | 'grade'>[]
  readonly onSaved: (job: PlateJobDetail) => void
  readonly onClose: () => void
}

/** Makes a job of the missing parts of thicknesses and grades. */
export function PlateJobForm({ groups, onSaved, onClose }: Props) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  const idempotencyKey = useRequestKey()
  const labels = {
    orderIds: t('nesting:field.forOrders'),
    dueUntil: t('field.dueUntil'),
    onlyWithFile: t('onlyWithFile'),
    note: t('common:field.note'),
  }
  return (
    <FormDrawer<Values, PlateJobDetail>
      title={t('action.new')}
      action={t('action.new')}
      labels={labels}
      initial={{ values: { orderIds: [], dueUntil: null, onlyWithFile: false, note: '' }, version: 0 }}
      save={({ note, ...values }) =>
        api('POST /api/plate-jobs', {
          body: {
            ...values,
            note: note.trim(),
            groups: groups.map(({ thicknessMm, grade }) => ({ thicknessMm, grade })),
          },
          idempotencyKey,
        })
      }
      onSaved={(job) => {
        void changed()
        onSaved(job)
      }}
      onClose={onClose}
    >
      <p className="page-note">
        {t('newText', {
          groups: groups
            .map(({ thicknessMm, grade }) => `${thicknessMm} ${grade}`.trim())
            .join(t('common:join')),
        })}
      </p>
      <OrdersField label={labels.orderIds} />
      <Form.Item name="dueUntil" label={labels.dueUntil}>
        <DayField />
      </Form.Item>
      <Form.Item name="onlyWithFile" valuePropName="checked">
        <Checkbox>{labels.onlyWithFile}</Checkbox>
      </Form.Item>
      <Form.Item name="note" label={labels.note} className="form-last">
        <Input maxLength={300} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Orders whose parts go into the job; none: all. */
function OrdersField({ label }: { readonly label: string }) {
  const { t } = useTranslation('plates')
  const [q, setQ] = useState('')
  const { options } = useOrderOptions(q, false)
  return (
    <Form.Item name="orderIds" label={label}>
      <Select
        mode="multiple"
        maxCount={200}
        placeholder={t('allOrders')}
        showSearch={{ filterOption: false, onSearch: setQ }}
        options={options}
      />
    </Form.Item>
  )
}
