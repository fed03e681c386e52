import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { CostField } from './ncr-fields.tsx'
import { reinspectionsQuery, useNcrsChanged } from './ncr.queries.ts'

type FormAction = 'approve' | 'finish' | 'verify'

type ActionValues = {
  readonly note: string
  readonly agreedBy: string
  readonly cost: number | null
  readonly replace: boolean
  readonly passed: boolean
  readonly reinspectionId: string | null
}

interface Props {
  readonly ncr: NcrDetail
  readonly action: FormAction
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Approves, ends the execution, or verifies it. */
export function ActionForm({ ncr, action, onSaved, onClose }: Props) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  const isConcession = ncr.disposition === 'concession'
  return (
    <FormDrawer<ActionValues, NcrDetail>
      title={t(`actionTitle.${action}`, { no: ncr.no })}
      action={t(`action.${action}`)}
      labels={{
        note: t('field.note'),
        agreedBy: t('field.agreedBy'),
        cost: t('field.cost'),
        replace: t('field.replace'),
        passed: t('common:field.result'),
        reinspectionId: t('field.reinspection'),
      }}
      initial={{
        values: { note: '', agreedBy: '', cost: ncr.cost, replace: true, passed: true, reinspectionId: null },
        version: ncr.version,
      }}
      save={(values, version, reason) => send(ncr, action, { ...values, version, reason }, idempotencyKey)}
      onSaved={() => {
        void changed()
        onSaved()
      }}
      onClose={onClose}
    >
      {ncr.disposed !== null && (
        <p className="page-note">
          {ncr.disposition !== null && t(`disposition.${ncr.disposition}`)} · {ncr.disposed.note}
        </p>
      )}
      {action === 'approve' && isConcession && (
        <Form.Item name="agreedBy" label={t('field.agreedBy')} extra={t('hint.agreedBy')} rules={[required]}>
          <Input maxLength={300} />
        </Form.Item>
      )}
      {action === 'verify' && <Verification ncr={ncr} />}
      {action === 'finish' && <CostField />}
      {action === 'finish' && ncr.disposition === 'scrap' && (
        <Form.Item name="replace" valuePropName="checked">
          <Checkbox>{t('field.replace')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="note" label={t('field.note')} rules={action === 'finish' ? [required] : []}>
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
    </FormDrawer>
  )
}

/** Whether the execution is good, and by which re-inspection that is known. */
function Verification({ ncr }: Pick<Props, 'ncr'>) {
  const { t } = useTranslation('ncr')
  const { data, isFetching } = useQuery(reinspectionsQuery(ncr))
  return (
    <>
      <Form.Item name="passed" label={t('common:field.result')}>
        <Radio.Group
          optionType="button"
          options={[
            { value: true, label: t('passed.yes') },
            { value: false, label: t('passed.no') },
          ]}
        />
      </Form.Item>
      <Form.Item name="reinspectionId" label={t('field.reinspection')} extra={t('hint.reinspection')}>
        <Select
          allowClear
          loading={isFetching}
          notFoundContent={t('hint.noReinspection')}
          options={(data ?? []).map(({ id, no, verdict }) => ({
            value: id,
            label: `${no} ${verdict === null ? '' : t(`inspected.${verdict}`)}`,
          }))}
        />
      </Form.Item>
    </>
  )
}

async function send(
  { id }: NcrDetail,
  action: FormAction,
  values: Partial<ActionValues> & { readonly version: number; readonly reason: string | undefined },
  idempotencyKey: string,
): Promise<NcrDetail> {
  const { version, reason } = values
  const params = { id }
  const note = (values.note ?? '').trim()
  if (action === 'approve') {
    const agreedBy = (values.agreedBy ?? '').trim() || null
    return api('POST /api/ncrs/:id/approve', { params, body: { version, note, agreedBy }, idempotencyKey })
  }
  if (action === 'finish') {
    const body = { version, note, cost: values.cost ?? null, reason, replace: values.replace ?? false }
    return api('POST /api/ncrs/:id/finish', { params, body, idempotencyKey })
  }
  const body = {
    version,
    note,
    passed: values.passed ?? false,
    reinspectionId: values.reinspectionId ?? null,
  }
  return api('POST /api/ncrs/:id/verify', { params, body, idempotencyKey })
}
