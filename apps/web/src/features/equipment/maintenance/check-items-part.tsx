import { type MachineClass, machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { CheckItemRow } from '@cloud-factory/contract/maintenance/spot-checks'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { count } from '../../../shared/format/numbers.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import type { KeptFormProps } from '../../../shared/list/kept-list.tsx'
import { MaintenanceList } from './maintenance-list.tsx'
import { listQuery } from './maintenance.queries.ts'

const filterNames = ['class', 'active'] as const

/** Items of an inspection round, by machine class. */
export function CheckItemsPart() {
  const { t } = useTranslation('maintenance')
  const nameOf = useNames()
  const list = useListState('GET /api/check-items', filterNames)
  const query = useQuery(listQuery('GET /api/check-items', list.query))
  const columns = useMemo(
    () => [
      {
        key: 'names',
        title: t('field.item'),
        width: 360,
        pinned: true,
        render: ({ names }: CheckItemRow) => nameOf(names),
      },
      {
        key: 'class',
        title: t('field.class'),
        width: 160,
        render: (row: CheckItemRow) => t(`machines:class.${row.class}`),
      },
      {
        key: 'position',
        title: t('field.position'),
        width: 90,
        align: 'right' as const,
        render: ({ position }: CheckItemRow) => count(position),
      },
      {
        key: 'active',
        title: t('field.active'),
        width: 90,
        render: ({ active }: CheckItemRow) => t(active ? 'yes' : 'no'),
      },
    ],
    [t, nameOf],
  )
  return (
    <MaintenanceList<CheckItemRow>
      name="check-items"
      part="items"
      list={list}
      query={query}
      columns={columns}
      nameOf={({ names }) => nameOf(names)}
      form={ItemForm}
      remove={({ id, version }) => api('DELETE /api/check-items/:id', { params: { id }, query: { version } })}
      filters={
        <SelectFilter
          list={list}
          name="class"
          many
          label={t('field.class')}
          options={machineClasses.map((value) => ({ value, label: t(`machines:class.${value}`) }))}
        />
      }
    />
  )
}

type ItemValues = {
  readonly class: MachineClass
  readonly position: number
  readonly names: Names
  readonly active: boolean
}

const valuesOf = (item: CheckItemRow | null): ItemValues =>
  item === null
    ? { class: 'cutter', position: 0, names: { zh: '', en: '', es: '' }, active: true }
    : { class: item.class, position: item.position, names: item.names, active: item.active }

function ItemForm({ row, onClose }: KeptFormProps<CheckItemRow>) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<ItemValues, CheckItemRow>
      title={row === null ? t('items.add') : t('items.edit')}
      labels={{
        class: t('field.class'),
        position: t('field.position'),
        names: t('field.item'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/check-items', { body: values, idempotencyKey })
          : api('PATCH /api/check-items/:id', { params: { id: row.id }, body: { version, ...values } })
      }
      theirs={(current) => ({
        values: valuesOf(current as CheckItemRow),
        version: (current as CheckItemRow).version,
      })}
      show={(field, value) =>
        field === 'names'
          ? (value as Names).zh
          : typeof value === 'boolean'
            ? t(value ? 'yes' : 'no')
            : undefined
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <ItemFields />
    </FormDrawer>
  )
}

function ItemFields() {
  const { t } = useTranslation('maintenance')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      {(['zh', 'en', 'es'] as const).map((language) => (
        <Form.Item
          key={language}
          name={['names', language]}
          label={t(`items.${language}`)}
          rules={[required]}
        >
          <Input maxLength={60} />
        </Form.Item>
      ))}
      <div className="form-pair">
        <Form.Item name="class" label={t('field.class')}>
          <Select options={machineClasses.map((value) => ({ value, label: t(`machines:class.${value}`) }))} />
        </Form.Item>
        <Form.Item name="position" label={t('field.position')} rules={[{ required: true }]}>
          <InputNumber className="machine-number" min={0} max={999} precision={0} />
        </Form.Item>
      </div>
      <Form.Item name="active" label={t('field.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}
