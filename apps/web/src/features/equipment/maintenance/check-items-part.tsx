import { PlusOutlined } from '@ant-design/icons'
import { type MachineClass, machineClasses } from '@cloud-factory/contract/equipment-words'
import type { Names } from '@cloud-factory/contract/processes'
import type { CheckItemRow } from '@cloud-factory/contract/spot-checks'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { count } from '../../../shared/format/numbers.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { Allowed } from '../../../shared/ui/allowed.tsx'
import { EditDelete } from '../../../shared/ui/edit-delete.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { listQuery } from './maintenance.queries.ts'

const filterNames = ['class', 'active'] as const

type Open = { readonly edit: CheckItemRow | null } | { readonly remove: CheckItemRow }

/** What is looked at in a spot check, by class of machine. */
export function CheckItemsPart() {
  const { t } = useTranslation('maintenance')
  const nameOf = useNames()
  const changed = useEquipmentChanged()
  const list = useListState('GET /api/check-items', filterNames)
  const query = useQuery(listQuery('GET /api/check-items', list.query))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
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
    <>
      <DataTable<CheckItemRow>
        name="check-items"
        label={t('part.items')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search.items')}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        empty={<p>{t('empty.items')}</p>}
        filters={
          <SelectFilter
            list={list}
            name="class"
            many
            label={t('field.class')}
            options={machineClasses.map((value) => ({ value, label: t(`machines:class.${value}`) }))}
          />
        }
        actions={
          <Allowed permission="equipment.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {t('items.add')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: 150,
          render: (row) => (
            <EditDelete
              can={row.can}
              words={{ edit: t('deed.edit'), delete: t('deed.delete') }}
              onEdit={() => setOpen({ edit: row })}
              onDelete={() => setOpen({ remove: row })}
            />
          ),
        }}
      />
      {open !== null && 'edit' in open && <ItemForm row={open.edit} onClose={close} />}
      {open !== null && 'remove' in open && (
        <ActionDialog
          title={t('removeTitle', { name: nameOf(open.remove.names) })}
          deed={t('deed.delete')}
          danger
          act={() =>
            api('DELETE /api/check-items/:id', {
              params: { id: open.remove.id },
              query: { version: open.remove.version },
            }).finally(() => void changed())
          }
          onDone={close}
          onClose={close}
        >
          {t('removeText')}
        </ActionDialog>
      )}
    </>
  )
}

type ItemValues = {
  readonly class: MachineClass
  readonly position: number
  readonly names: Names
  readonly active: boolean
}

function ItemForm({ row, onClose }: { readonly row: CheckItemRow | null; readonly onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  const valuesOf = (item: CheckItemRow | null): ItemValues =>
    item === null
      ? { class: 'cutter', position: 0, names: { zh: '', en: '', es: '' }, active: true }
      : { class: item.class, position: item.position, names: item.names, active: item.active }
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
    </FormDrawer>
  )
}
