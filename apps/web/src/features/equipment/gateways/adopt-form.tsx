import type { InboxRow } from '@cloud-factory/contract/gateways'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { useGatewaysChanged } from './gateways.queries.ts'

type AdoptValues = { readonly machineId: string | null }

/** Says which machine a device is. */
export function AdoptForm({ row, onClose }: { readonly row: InboxRow; readonly onClose: () => void }) {
  const { t } = useTranslation('gateways')
  const changed = useGatewaysChanged()
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['equipment', 'machines', 'choice', q],
    queryFn: ({ signal }) => api('GET /api/machines', { query: { q, pageSize: '50' }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormDrawer<AdoptValues, InboxRow>
      title={t('adoptTitle', { device: row.deviceKey })}
      labels={{ machineId: t('field.machine') }}
      initial={{ values: { machineId: null }, version: row.version }}
      save={({ machineId }, version) =>
        api('POST /api/telemetry/inbox/:id/adopt', {
          params: { id: row.id },
          body: { version, machineId: machineId ?? '' },
        }).finally(() => void changed())
      }
      onSaved={onClose}
      onClose={onClose}
    >
      <p>{t('adoptText')}</p>
      <Form.Item
        name="machineId"
        label={t('field.machine')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={isFetching}
          options={(data?.items ?? []).map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        />
      </Form.Item>
      <pre className="message-sample">{`${row.topic}\n${row.sample}`}</pre>
    </FormDrawer>
  )
}
