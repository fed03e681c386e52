import { repairCauses, repairResults } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { RepairCause, RepairResult } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { QuantityField } from '../../shared/form/quantity-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { listQuery } from './maintenance.queries.ts'
import type { RepairAction } from './repair-actions.rules.ts'

type ConfirmedAction = Exclude<RepairAction, 'finish' | 'usePart'>

interface Props {
  readonly repair: RepairDetail
  readonly onClose: () => void
}

/** The form or the question of an action. */
export function RepairDialog({ action, ...props }: Props & { readonly action: RepairAction }) {
  if (action === 'finish') return <FinishForm {...props} />
  if (action === 'usePart') return <PartForm {...props} />
  return <AskDialog action={action} {...props} />
}

function AskDialog({ repair, action, onClose }: Props & { readonly action: ConfirmedAction }) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const { id, version, no } = repair
  const needsReason = action === 'reject' || action === 'cancel'
  const act = (reason: string | undefined) => {
    const sent = { params: { id }, idempotencyKey }
    const body = { version, reason: reason ?? '' }
    const done =
      action === 'reject'
        ? api('POST /api/repairs/:id/reject', { ...sent, body })
        : action === 'cancel'
          ? api('POST /api/repairs/:id/cancel', { ...sent, body })
          : api(`POST /api/repairs/:id/${action}`, { ...sent, body: { version } })
    return done.finally(() => void changed())
  }
  return (
    <ActionDialog
      title={t('actionTitle', { action: t(`action.${action}`), no })}
      action={t(`action.${action}`)}
      danger={action === 'cancel'}
      reason={needsReason ? 'required' : undefined}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      {t(`ask.${action}`)}
    </ActionDialog>
  )
}

type FinishValues = {
  readonly cause: RepairCause
  readonly result: RepairResult
  readonly remedy: string
}

function FinishForm({ repair, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<FinishValues, RepairDetail>
      title={t('actionTitle', { action: t('action.finish'), no: repair.no })}
      action={t('action.finish')}
      labels={{ cause: t('field.cause'), result: t('field.result'), remedy: t('field.remedy') }}
      initial={{ values: { cause: 'wear', result: 'fixed', remedy: '' }, version: repair.version }}
      save={(values, version) =>
        api('POST /api/repairs/:id/finish', {
          params: { id: repair.id },
          body: { version, ...values, remedy: values.remedy.trim() },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="cause" label={t('field.cause')}>
        <Radio.Group
          className="word-choice"
          optionType="button"
          options={repairCauses.map((value) => ({ value, label: t(`cause.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="result" label={t('field.result')}>
        <Radio.Group
          className="word-choice"
          optionType="button"
          options={repairResults.map((value) => ({ value, label: t(`result.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="remedy" label={t('field.remedy')}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
    </FormDrawer>
  )
}

type PartValues = { readonly partId: string | null; readonly quantity: number }

function PartForm({ repair, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const [q, setQ] = useState('')
  const { data } = useQuery(listQuery('GET /api/spare-parts', { q, active: 'true', pageSize: 100 }))
  return (
    <FormDrawer<PartValues, RepairDetail>
      title={t('actionTitle', { action: t('action.usePart'), no: repair.no })}
      action={t('action.usePart')}
      labels={{ partId: t('field.part'), quantity: t('field.quantity') }}
      initial={{ values: { partId: null, quantity: 1 }, version: 0 }}
      save={({ partId, quantity }, _version, reason) =>
        api('POST /api/repairs/:id/parts', {
          params: { id: repair.id },
          body: { partId: partId ?? '', quantity, reason },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item
        name="partId"
        label={t('field.part')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          options={(data?.items ?? []).map(({ id, code, name, stock, unit }) => ({
            value: id,
            label: `${code} ${name} (${thousands(stock)} ${unit})`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="quantity"
        label={t('field.quantity')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <QuantityField className="machine-number" min={0.001} max={99_999} />
      </Form.Item>
    </FormDrawer>
  )
}
