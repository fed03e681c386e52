import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { MachineSelect } from '../../shared/form/machine-select.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { say } from '../../shared/ui/say.ts'
import { listQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import { InstantField } from '../../shared/form/day-field.tsx'
import { WeldersSelect } from './welder-select.tsx'

type Values = {
  readonly welderIds: readonly string[]
  readonly wpsId: string | null
  readonly weldedAt: string | null
  readonly machineId: string | null
}

interface Props {
  readonly welds: readonly WeldRow[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Welder, procedure and date of these welds: for all of them or none. */
export function WeldedForm({ welds, onDone, onClose }: Props) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const procedures = useQuery(listQuery('GET /api/wps', { active: 'true', pageSize: 200 })).data?.items ?? []
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormDrawer<Values, unknown>
      title={t('welded.title', { count: welds.length })}
      action={t('action.welded')}
      labels={{
        welderIds: t('field.welders'),
        wpsId: t('field.wps'),
        weldedAt: t('field.weldedAt'),
        machineId: t('field.machine'),
      }}
      initial={{ values: { welderIds: [], wpsId: null, weldedAt: null, machineId: null }, version: 0 }}
      save={({ welderIds, wpsId, weldedAt, machineId }) =>
        api('POST /api/welds/welded', {
          body: {
            weldIds: welds.map(({ id }) => id),
            welderIds: [...welderIds],
            wpsId: wpsId ?? null,
            weldedAt: weldedAt ?? '',
            ...(machineId === null ? {} : { machineId }),
          },
          idempotencyKey,
        })
      }
      onSaved={() => {
        say('success', t('welded.done', { count: welds.length }))
        void changed()
        onDone()
      }}
      onClose={onClose}
    >
      <p className="form-note">{welds.map(({ piece, no }) => `${piece.serial} ${no}`).join(' · ')}</p>
      <Form.Item name="welderIds" label={t('field.welders')} rules={[required]}>
        <WeldersSelect />
      </Form.Item>
      <Form.Item name="wpsId" label={t('field.wps')}>
        <Select
          allowClear
          placeholder={t('welded.ownWps')}
          showSearch={{ optionFilterProp: 'label' }}
          options={procedures.map(({ id, code, revision }) => ({ value: id, label: `${code} ${revision}` }))}
        />
      </Form.Item>
      <Form.Item name="weldedAt" label={t('field.weldedAt')} rules={[required]}>
        <InstantField />
      </Form.Item>
      <Form.Item name="machineId" label={t('field.machine')}>
        <MachineSelect placeholder={t('welded.reported')} />
      </Form.Item>
    </FormDrawer>
  )
}
