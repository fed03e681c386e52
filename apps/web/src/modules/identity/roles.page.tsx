import './people.css'
import { PlusOutlined } from '@ant-design/icons'
import type { RoleRow } from '@cloud-factory/contract/identity/people'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { say } from '../../shared/ui/say.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { allRolesQuery, rolesQuery, usePeopleChanged } from './people.queries.ts'
import { RoleMatrix } from './role-matrix.tsx'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import type { Column } from '../../shared/list/column.ts'
import { shareOf, tagAreas } from './role-tags.rules.ts'

const FourEyesForm = lazyDialog(async () => (await import('./four-eyes-form.tsx')).FourEyesForm)
const RoleForm = lazyDialog(async () => (await import('./role-form.tsx')).RoleForm)

const roleColumns = (
  t: TFunction<'identity'>,
  roleName: (role: RoleRow) => string,
): readonly Column<RoleRow>[] => [
  { key: 'code', title: t('role.code'), width: 130, sort: 'code', pinned: true, render: ({ code }) => code },
  {
    key: 'name',
    title: t('common:field.name'),
    width: 290,
    sort: 'name',
    render: (role) => (
      <>
        {roleName(role)} {role.shipped && <StatusTag tone="neutral" text={t('role.shipped')} />}
      </>
    ),
  },
  {
    key: 'areas',
    title: t('role.areas'),
    width: 270,
    render: ({ tags }) =>
      tagAreas
        .filter((area) => shareOf(tags, area) !== 'none')
        .map((area) => t(`permissions:area.${area.area}` as 'permissions:area.order'))
        .join(t('common:join')),
  },
  { key: 'tags', title: t('role.tagCount'), width: 110, align: 'right', render: ({ tags }) => tags.length },
  {
    key: 'users',
    title: t('role.users'),
    width: 110,
    align: 'right',
    render: ({ id, users }) => (users === 0 ? 0 : <Link to={`/authority/users?roleId=${id}`}>{users}</Link>),
  },
]

type Judged = Pick<RoleRow, 'can'>

/** Only the administrator's role rejects changes by what it is. */
const editReason = ({ can }: Judged): true | string =>
  can.edit === 'state.refused' ? 'role.admin' : can.edit

/** Only shipped roles refuse to be deleted by what they are. */
const deleteReason = ({ can }: Judged): true | string =>
  can.delete === 'state.refused' ? 'role.shipped' : can.delete

type Opened =
  | { readonly what: 'form'; readonly role: RoleRow | null }
  | { readonly what: 'delete'; readonly role: RoleRow }
  | { readonly what: 'four-eyes' }
  | null

/** /authority/roles: named sets of permission tags. */
export function RolesPage() {
  const { t } = useTranslation('identity')
  const [view, setView] = useState<'list' | 'matrix'>('list')
  const [opened, setOpened] = useState<Opened>(null)
  const peopleChanged = usePeopleChanged()
  const close = () => setOpened(null)
  const done = () => {
    close()
    peopleChanged()
  }
  return (
    <div className="page is-filling">
      <PageHeader title={t('common:field.roles')} note={t('roles.note')}>
        <Segmented<'list' | 'matrix'>
          label={t('roles.view')}
          value={view}
          options={[
            { value: 'list', label: t('common:field.list') },
            { value: 'matrix', label: t('roles.matrix') },
          ]}
          onChange={setView}
        />
        <Button onClick={() => setOpened({ what: 'four-eyes' })}>{t('common:kind.four_eyes')}</Button>
        <Button primary icon={<PlusOutlined />} onClick={() => setOpened({ what: 'form', role: null })}>
          {t('roles.add')}
        </Button>
      </PageHeader>
      {view === 'list' ? <RoleList onOpen={setOpened} /> : <Matrix />}
      {opened?.what === 'form' && <RoleForm role={opened.role} onClose={close} onDone={done} />}
      {opened?.what === 'four-eyes' && <FourEyesForm onClose={close} onDone={done} />}
      {opened?.what === 'delete' && <DeleteRole role={opened.role} onClose={close} onDone={done} />}
    </div>
  )
}

function RoleList({ onOpen }: { readonly onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation('identity')
  const roleName = useRoleName()
  const list = useListState('GET /api/roles', noFilters)
  const query = useListQuery(list, rolesQuery)
  return (
    <DataTable<RoleRow>
      name="roles"
      label={t('common:field.roles')}
      list={list}
      query={query}
      columns={useMemo(() => roleColumns(t, roleName), [t, roleName])}
      onOpen={(role) => editReason(role) === true && onOpen({ what: 'form', role })}
      rowActions={{
        width: 150,
        render: (role) => (
          <div className="row-actions">
            <ReasonButton
              type="link"
              size="small"
              allowed={editReason(role)}
              onClick={() => onOpen({ what: 'form', role })}
            >
              {t('action.edit')}
            </ReasonButton>
            <ReasonButton
              type="link"
              size="small"
              danger={deleteReason(role) === true}
              allowed={deleteReason(role)}
              onClick={() => onOpen({ what: 'delete', role })}
            >
              {t('action.delete')}
            </ReasonButton>
          </div>
        ),
      }}
      empty={<p>{t('roles.none')}</p>}
      searchHint={t('roles.search')}
    />
  )
}

const noFilters = [] as const

function Matrix() {
  const { data, error, refetch } = useQuery(allRolesQuery)
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return data === undefined ? <div className="page-wait" /> : <RoleMatrix roles={data.items} />
}

interface DeleteProps {
  readonly role: RoleRow
  readonly onClose: () => void
  readonly onDone: () => void
}

function DeleteRole({ role: { id, code, name, version }, onClose, onDone }: DeleteProps) {
  const { t } = useTranslation('identity')
  const done = () => {
    say('success', t('done.delete'))
    onDone()
  }
  return (
    <ActionDialog
      title={t('roles.delete')}
      action={t('action.delete')}
      danger
      act={() => api('DELETE /api/roles/:id', { params: { id }, query: { version: String(version) } })}
      onDone={done}
      onClose={onClose}
    >
      {t('ask.delete', { name: `${name} (${code})` })}
    </ActionDialog>
  )
}
