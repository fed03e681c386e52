import type { CrewRow, WorkshopRow } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { Column } from '../../shared/list/column.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { PlanList } from './plan-list.tsx'
import { planQuery, usePlanChanged } from './plan.queries.ts'
import { ActiveField } from './process-form.tsx'
import { activeColumn } from './process-list.tsx'

const noFilters = [] as const

export function WorkshopList() {
  const { t } = useTranslation('planning')
  const list = useListState('GET /api/workshops', noFilters)
  const query = useQuery(planQuery('GET /api/workshops', list.query))
  const columns = useMemo<readonly Column<WorkshopRow>[]>(
    () => [
      { key: 'name', title: t('field.name'), width: 260, pinned: true, render: ({ name }) => name },
      { key: 'code', title: t('field.code'), width: 160, sort: 'code', render: ({ code }) => code },
      { key: 'crews', title: t('field.crews'), width: 120, align: 'right', render: ({ crews }) => crews },
      activeColumn(t),
    ],
    [t],
  )
  return (
    <PlanList<WorkshopRow>
      word="workshops"
      list={list}
      query={query}
      columns={columns}
      form={WorkshopForm}
      remove={({ id, version }) => api('DELETE /api/workshops/:id', { params: { id }, query: { version } })}
    />
  )
}

export function CrewList() {
  const { t } = useTranslation('planning')
  const list = useListState('GET /api/crews', noFilters)
  const query = useQuery(planQuery('GET /api/crews', list.query))
  const columns = useMemo<readonly Column<CrewRow>[]>(
    () => [
      { key: 'name', title: t('field.name'), width: 220, pinned: true, render: ({ name }) => name },
      { key: 'code', title: t('field.code'), width: 160, sort: 'code', render: ({ code }) => code },
      { key: 'workshop', title: t('field.workshopId'), width: 240, render: ({ workshop }) => workshop },
      activeColumn(t),
    ],
    [t],
  )
  return (
    <PlanList<CrewRow>
      word="crews"
      list={list}
      query={query}
      columns={columns}
      form={CrewForm}
      remove={({ id, version }) => api('DELETE /api/crews/:id', { params: { id }, query: { version } })}
    />
  )
}

interface FormProps<Row> {
  readonly row: Row | null
  readonly onClose: () => void
}

type WorkshopValues = { readonly code: string; readonly name: string; readonly active: boolean }
type CrewValues = WorkshopValues & { readonly workshopId: string | null }

function WorkshopForm({ row, onClose }: FormProps<WorkshopRow>) {
  const { t } = useTranslation('planning')
  const changed = usePlanChanged()
  const idempotencyKey = useRequestKey()
  const valuesOf = (one: WorkshopRow | null): WorkshopValues => ({
    code: one?.code ?? '',
    name: one?.name ?? '',
    active: one?.active ?? true,
  })
  return (
    <FormDrawer<WorkshopValues, WorkshopRow>
      title={t(row === null ? 'workshops.add' : 'workshops.edit', { code: row?.code })}
      labels={{ code: t('field.code'), name: t('field.name'), active: t('field.active') }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/workshops', { body: trimmed(values), idempotencyKey })
          : api('PATCH /api/workshops/:id', {
              params: { id: row.id },
              body: { version, ...trimmed(values) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as WorkshopRow),
        version: (current as WorkshopRow).version,
      })}
      show={(_field, value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <NameFields example="W1" />
      <ActiveField />
    </FormDrawer>
  )
}

function CrewForm({ row, onClose }: FormProps<CrewRow>) {
  const { t } = useTranslation('planning')
  const changed = usePlanChanged()
  const idempotencyKey = useRequestKey()
  const workshops = useQuery(planQuery('GET /api/workshops')).data?.items ?? []
  const valuesOf = (one: CrewRow | null): CrewValues => ({
    code: one?.code ?? '',
    name: one?.name ?? '',
    workshopId: one?.workshopId ?? null,
    active: one?.active ?? true,
  })
  const input = ({ workshopId, ...values }: CrewValues) => ({
    ...trimmed(values),
    workshopId: workshopId ?? '',
  })
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormDrawer<CrewValues, CrewRow>
      title={t(row === null ? 'crews.add' : 'crews.edit', { code: row?.code })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        workshopId: t('field.workshopId'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/crews', { body: input(values), idempotencyKey })
          : api('PATCH /api/crews/:id', { params: { id: row.id }, body: { version, ...input(values) } })
      }
      theirs={(current) => ({
        values: valuesOf(current as CrewRow),
        version: (current as CrewRow).version,
      })}
      show={(field, value) => {
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
        return field === 'workshopId' ? workshops.find(({ id }) => id === value)?.name : undefined
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <NameFields example="W1-1" />
      <Form.Item name="workshopId" label={t('field.workshopId')} rules={[required]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={workshops
            .filter(({ id, active }) => active || id === row?.workshopId)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <ActiveField />
    </FormDrawer>
  )
}

function NameFields({ example }: { readonly example: string }) {
  const { t } = useTranslation('planning')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <div className="form-pair">
      <Form.Item name="code" label={t('field.code')} rules={[required]}>
        <Input maxLength={40} placeholder={example} />
      </Form.Item>
      <Form.Item name="name" label={t('field.name')} rules={[required]}>
        <Input maxLength={60} />
      </Form.Item>
    </div>
  )
}

const trimmed = <V extends WorkshopValues>(values: V): V => ({
  ...values,
  code: values.code.trim(),
  name: values.name.trim(),
})
