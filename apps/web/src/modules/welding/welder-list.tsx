import type { WelderRow } from '@cloud-factory/contract/welding/welders'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { ActiveField } from '../quality-records/fields.tsx'
import { listQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import type { KeptFormProps } from '../../shared/list/kept-list.tsx'
import { RegisterList } from '../quality-records/register-list.tsx'

const noFilters = [] as const

/** Welders and how many of their certificates count today. */
export function WelderList() {
  const { t } = useTranslation('welding')
  const list = useListState('GET /api/welders', noFilters)
  const query = useQuery(listQuery('GET /api/welders', list.query))
  const columns = useMemo(() => welderColumns(t), [t])
  return (
    <RegisterList<WelderRow>
      name="welders"
      words={{
        title: t('part.welders'),
        add: t('welder.add'),
        empty: t('welder.empty'),
        search: t('welder.search'),
      }}
      list={list}
      query={query}
      columns={columns}
      nameOf={({ code, name }) => `${code} ${name}`}
      form={WelderForm}
      remove={({ id, version }) => api('DELETE /api/welders/:id', { params: { id }, query: { version } })}
    />
  )
}

const welderColumns = (t: TFunction<'welding'>): readonly Column<WelderRow>[] => [
  { key: 'name', title: t('field.name'), width: 130, pinned: true, sort: 'name', render: ({ name }) => name },
  { key: 'code', title: t('field.code'), width: 100, sort: 'code', render: ({ code }) => code },
  { key: 'crew', title: t('field.crew'), width: 130, render: ({ crew }) => (crew === '' ? absent : crew) },
  {
    key: 'valid',
    title: t('field.validCertificates'),
    width: { zh: 120, other: 193 },
    align: 'right',
    render: ({ valid }) => (valid > 0 ? valid : <StatusTag tone="bad" text={t('noCertificate')} />),
  },
  {
    key: 'nextExpiry',
    title: t('field.nextExpiry'),
    width: { zh: 120, other: 192 },
    render: ({ nextExpiry }) => nextExpiry ?? absent,
  },
  { key: 'active', title: t('field.active'), width: 80, render: ({ active }) => t(active ? 'yes' : 'no') },
]

type Values = Pick<WelderRow, 'code' | 'name' | 'crew' | 'active'>

const versioned = (row: WelderRow | null): { readonly values: Values; readonly version: number } => {
  if (row === null) return { values: { code: '', name: '', crew: '', active: true }, version: 0 }
  const { code, name, crew, active, version } = row
  return { values: { code, name, crew, active }, version }
}

function WelderForm({ row, onClose }: KeptFormProps<WelderRow>) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <FormDrawer<Values, WelderRow>
      title={row === null ? t('welder.add') : t('welder.edit', { name: row.name })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        crew: t('field.crew'),
        active: t('field.active'),
      }}
      initial={versioned(row)}
      save={(values, version) =>
        row === null
          ? api('POST /api/welders', { body: values, idempotencyKey })
          : api('PATCH /api/welders/:id', { params: { id: row.id }, body: { version, ...values } })
      }
      theirs={(current) => versioned(current as WelderRow)}
      show={(_, value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[required]}>
          <Input maxLength={40} placeholder="H01" />
        </Form.Item>
        <Form.Item name="name" label={t('field.name')} rules={[required]}>
          <Input maxLength={60} />
        </Form.Item>
      </div>
      <Form.Item name="crew" label={t('field.crew')}>
        <Input maxLength={60} />
      </Form.Item>
      <ActiveField />
    </FormDrawer>
  )
}
