import { machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import type { ProfileRow } from '@cloud-factory/contract/machines/machine-profiles'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { count, thousands } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { Column } from '../../shared/list/column.ts'
import { type RecordFormProps, RecordList } from '../../shared/list/record-list.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { profilesQuery, useEquipmentChanged } from './machines.queries.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'

const ProfileForm = lazyDialog(async () => (await import('./profile-form.tsx')).ProfileForm)

const filterNames = ['class', 'versions'] as const

/** Signals that each kind of machine sends, with unit, range and role. */
export function ProfilesPage() {
  const { t } = useTranslation('machines')
  const instant = useInstant()
  const nameOf = useNames()
  const list = useListState('GET /api/machine-profiles', filterNames)
  const query = useListQuery(list, profilesQuery)
  const columns = useMemo(() => profileColumns({ t, instant, nameOf }), [t, instant, nameOf])
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.machineProfiles')} note={t('profiles.note')} />
      <RecordList<ProfileRow>
        name="machine-profiles"
        list={list}
        query={query}
        columns={columns}
        permission="equipment.edit"
        form={FormOfProfile}
        remove={({ id, version }) =>
          api('DELETE /api/machine-profiles/:id', { params: { id }, query: { version } })
        }
        onChanged={useEquipmentChanged()}
        words={{
          label: t('shell:route.machineProfiles'),
          add: t('profiles.add'),
          empty: t('profiles.empty'),
          search: t('profiles.search'),
          edit: t('action.edit'),
          delete: t('action.delete'),
          removeTitle: ({ code }) => t('profiles.remove', { code }),
          removeText: t('profiles.removeText'),
        }}
        filters={
          <>
            <SelectFilters
              list={list}
              filters={{ class: [t('field.class'), choices(machineClasses, (value) => t(`class.${value}`))] }}
            />
            <SelectFilter
              list={list}
              name="versions"
              label={t('common:versions')}
              options={[{ value: 'all', label: t('profiles.all') }]}
            />
          </>
        }
      />
    </div>
  )
}

const FormOfProfile = ({ row, onClose }: RecordFormProps<ProfileRow>) => (
  <ProfileForm id={row?.id ?? null} onClose={onClose} />
)

interface ColumnContext {
  readonly t: TFunction<'machines'>
  readonly instant: (at: string, pattern?: string) => string
  readonly nameOf: (names: Names) => string
}

const profileColumns = ({ t, instant, nameOf }: ColumnContext): readonly Column<ProfileRow>[] => [
  {
    key: 'code',
    title: t('common:code'),
    width: 150,
    pinned: true,
    sort: 'code',
    render: ({ code }) => code,
  },
  { key: 'name', title: t('field.name'), width: 195, render: ({ names }) => nameOf(names) },
  {
    key: 'version',
    title: t('common:field.versionNo'),
    width: 90,
    render: ({ profileVersion }) => t('versionNo', { no: profileVersion }),
  },
  {
    key: 'class',
    title: t('field.class'),
    width: 205,
    sort: 'class',
    group: (row) => row.class,
    render: (row) => t(`class.${row.class}`),
  },
  {
    key: 'signals',
    title: t('part.signals'),
    width: 96,
    align: 'right',
    render: ({ signals }) => count(signals),
  },
  {
    key: 'machines',
    title: t('list'),
    width: 106,
    align: 'right',
    render: ({ id, machines }) => <Link to={`/equipment/list?profileId=${id}`}>{count(machines)}</Link>,
  },
  {
    key: 'rateMs',
    title: t('field.rateMs'),
    width: 125,
    spare: true,
    align: 'right',
    render: ({ rateMs }) => thousands(rateMs),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 155,
    sort: 'updatedAt',
    extra: true,
    render: ({ updatedAt }) => instant(updatedAt, '{y}-{m}-{d} {h}:{i}'),
  },
]
