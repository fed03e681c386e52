import type { ShiftRow } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { Column } from '../../shared/list/column.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { NamesFields, namesOf, type NameValues, nameValues } from './names-fields.tsx'
import { PlanList } from './plan-list.tsx'
import { planQuery, usePlanChanged } from './plan.queries.ts'
import { ActiveField } from './process-form.tsx'
import { activeColumn } from './process-list.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'

const noFilters = [] as const

export function ShiftList() {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const list = useListState('GET /api/shifts', noFilters)
  const query = useQuery(planQuery('GET /api/shifts', list.query))
  const columns = useMemo<readonly Column<ShiftRow>[]>(
    () => [
      { key: 'name', title: t('field.name'), width: 200, pinned: true, render: ({ names }) => nameOf(names) },
      { key: 'code', title: t('field.code'), width: 140, sort: 'code', render: ({ code }) => code },
      {
        key: 'time',
        title: t('field.time'),
        width: 220,
        render: ({ startsAt, endsAt }) =>
          `${startsAt} – ${endsAt}${endsAt <= startsAt ? ` (${t('shifts.nextDay')})` : ''}`,
      },
      activeColumn(t),
    ],
    [t, nameOf],
  )
  return (
    <PlanList<ShiftRow>
      word="shifts"
      list={list}
      query={query}
      columns={columns}
      form={ShiftForm}
      remove={({ id, version }) => api('DELETE /api/shifts/:id', { params: { id }, query: { version } })}
    />
  )
}

type ShiftValues = NameValues & Pick<ShiftRow, 'code' | 'startsAt' | 'endsAt' | 'active'>

function ShiftForm({ row, onClose }: { readonly row: ShiftRow | null; readonly onClose: () => void }) {
  const { t } = useTranslation('planning')
  const changed = usePlanChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormDrawer<ShiftValues, ShiftRow>
      title={t(row === null ? 'shifts.add' : 'shifts.edit', { code: row?.code })}
      labels={{
        code: t('field.code'),
        nameZh: t('field.nameZh'),
        nameEn: t('field.nameEn'),
        nameEs: t('field.nameEs'),
        startsAt: t('field.startsAt'),
        endsAt: t('field.endsAt'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/shifts', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/shifts/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
      }
      theirs={(current) => ({
        values: valuesOf(current as ShiftRow),
        version: (current as ShiftRow).version,
      })}
      show={(_field, value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <NamesFields example="DAY" />
      <div className="form-pair">
        <Form.Item name="startsAt" label={t('field.startsAt')} rules={[required]}>
          <Input type="time" />
        </Form.Item>
        <Form.Item name="endsAt" label={t('field.endsAt')} rules={[required]} extra={t('hint.shift')}>
          <Input type="time" />
        </Form.Item>
      </div>
      <ActiveField />
    </FormDrawer>
  )
}

const valuesOf = (row: ShiftRow | null): ShiftValues => ({
  code: row?.code ?? '',
  ...nameValues(row?.names),
  startsAt: row?.startsAt ?? '',
  endsAt: row?.endsAt ?? '',
  active: row?.active ?? true,
})

const inputOf = ({ nameZh, nameEn, nameEs, code, ...values }: ShiftValues) => ({
  ...values,
  code: code.trim(),
  names: namesOf({ nameZh, nameEn, nameEs }),
})
