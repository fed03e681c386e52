import { PlusOutlined } from '@ant-design/icons'
import { machineClasses } from '@cloud-factory/contract/equipment-words'
import type { ProfileRow } from '@cloud-factory/contract/machine-profiles'
import type { Names } from '@cloud-factory/contract/processes'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { useInstant } from '../../../shared/format/dates.ts'
import { count, thousands } from '../../../shared/format/numbers.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import type { Column } from '../../../shared/list/column.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { Allowed } from '../../../shared/ui/allowed.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { EditDelete } from '../../../shared/ui/edit-delete.tsx'
import { profilesQuery, useEquipmentChanged } from './machines.queries.ts'
import { ProfileForm } from './profile-form.tsx'

const filterNames = ['class', 'versions'] as const

type Open = { readonly edit: string | null } | { readonly remove: ProfileRow }

/** What kinds of machine send: signals with unit, range and role. */
export function ProfilesPage() {
  const { t } = useTranslation('machines')
  const instant = useInstant()
  const nameOf = useNames()
  const list = useListState('GET /api/machine-profiles', filterNames)
  const query = useQuery(profilesQuery(list.query))
  const changed = useEquipmentChanged()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const columns = useMemo(() => profileColumns({ t, instant, nameOf }), [t, instant, nameOf])
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.machineProfiles')} note={t('profiles.note')} />
      <DataTable<ProfileRow>
        name="machine-profiles"
        label={t('shell:route.machineProfiles')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('profiles.search')}
        empty={<p>{t('profiles.empty')}</p>}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row.id })}
        filters={
          <>
            <SelectFilter
              list={list}
              name="class"
              many
              label={t('field.class')}
              options={machineClasses.map((value) => ({ value, label: t(`class.${value}`) }))}
            />
            <SelectFilter
              list={list}
              name="versions"
              label={t('profiles.versions')}
              options={[{ value: 'all', label: t('profiles.all') }]}
            />
          </>
        }
        actions={
          <Allowed permission="equipment.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {t('profiles.add')}
            </Button>
          </Allowed>
        }
        rowActions={{
          width: 150,
          render: (row) => (
            <EditDelete
              can={row.can}
              words={{ edit: t('deed.edit'), delete: t('deed.delete') }}
              onEdit={() => setOpen({ edit: row.id })}
              onDelete={() => setOpen({ remove: row })}
            />
          ),
        }}
      />
      {open !== null && 'edit' in open && <ProfileForm id={open.edit} onClose={close} />}
      {open !== null && 'remove' in open && (
        <ActionDialog
          title={t('profiles.remove', { code: open.remove.code })}
          deed={t('deed.delete')}
          danger
          act={() =>
            api('DELETE /api/machine-profiles/:id', {
              params: { id: open.remove.id },
              query: { version: open.remove.version },
            }).finally(() => void changed())
          }
          onDone={close}
          onClose={close}
        >
          {t('profiles.removeText')}
        </ActionDialog>
      )}
    </div>
  )
}

interface Given {
  readonly t: TFunction<'machines'>
  readonly instant: (at: string, pattern?: string) => string
  readonly nameOf: (names: Names) => string
}

const profileColumns = ({ t, instant, nameOf }: Given): readonly Column<ProfileRow>[] => [
  {
    key: 'code',
    title: t('signal.code'),
    width: 150,
    pinned: true,
    sort: 'code',
    render: ({ code }) => code,
  },
  { key: 'name', title: t('field.name'), width: 190, render: ({ names }) => nameOf(names) },
  {
    key: 'version',
    title: t('profiles.version'),
    width: 100,
    render: ({ profileVersion }) => t('versionNo', { no: profileVersion }),
  },
  {
    key: 'class',
    title: t('field.class'),
    width: 150,
    sort: 'class',
    render: (row) => t(`class.${row.class}`),
  },
  {
    key: 'signals',
    title: t('signals'),
    width: 90,
    align: 'right',
    render: ({ signals }) => count(signals),
  },
  {
    key: 'machines',
    title: t('list'),
    width: 90,
    align: 'right',
    render: ({ id, machines }) => <Link to={`/equipment/list?profileId=${id}`}>{count(machines)}</Link>,
  },
  {
    key: 'rateMs',
    title: t('field.rateMs'),
    width: 130,
    align: 'right',
    render: ({ rateMs }) => thousands(rateMs),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 155,
    sort: 'updatedAt',
    render: ({ updatedAt }) => instant(updatedAt, '{y}-{m}-{d} {h}:{i}'),
  },
]
