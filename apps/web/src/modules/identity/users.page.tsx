import './people.css'
import { PlusOutlined } from '@ant-design/icons'
import type { UserRow, RoleRow } from '@cloud-factory/contract/identity/people'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { maxImportUsers } from '@cloud-factory/domain/resource/resource'
import { ImportButton } from '../../shared/import/import-button.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { MessageChannels } from '../inbox/message-channels.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { HandOver } from './hand-over-dialog.tsx'
import { allRolesQuery, usePeopleChanged, usersQuery } from './people.queries.ts'
import { UserActions, type UserAction, UserActionDialog } from './user-actions.tsx'
import { userColumns } from './users.columns.tsx'

const HandOverDialog = lazyDialog(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog)
const UserForm = lazyDialog(async () => (await import('./user-form.tsx')).UserForm)
const UserSessions = lazyDialog(async () => (await import('./user-sessions.tsx')).UserSessions)

const userStatuses = ['active', 'disabled'] as const satisfies readonly UserRow['status'][]

const filterNames = ['status', 'roleId', 'access'] as const
const accesses = ['locked', 'online'] as const

/** /authority/users: who may sign in, with which roles. */
export function UsersPage() {
  const { t } = useTranslation('identity')
  const list = useListState('GET /api/users', filterNames)
  const query = useListQuery(list, usersQuery)
  const { data: roles } = useQuery(allRolesQuery)
  const peopleChanged = usePeopleChanged()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [handOver, setHandOver] = useState<HandOver | null>(null)
  const close = () => setOpened(null)
  const done = (result: HandOver | null) => {
    close()
    peopleChanged()
    setHandOver(result)
  }
  return (
    <div className="page is-filling">
      <PageHeader title={t('common:route.authorityUsers')} note={t('users.note')}>
        <ImportButton
          path="users"
          permission="authority.users"
          title={t('common:route.authorityUsers')}
          label={(field) => t(`user.${field}`, { defaultValue: field })}
          maxRows={maxImportUsers}
          onChanged={peopleChanged}
        />
        <Button primary icon={<PlusOutlined />} onClick={() => setOpened({ what: 'form', user: null })}>
          {t('users.add')}
        </Button>
      </PageHeader>
      <MessageChannels />
      <DataTable<UserRow>
        name="users"
        label={t('common:route.authorityUsers')}
        list={list}
        query={query}
        columns={useUserColumns()}
        searchHint={t('users.search')}
        onOpen={(user) => user.can.edit === true && setOpened({ what: 'form', user })}
        rowActions={{
          width: 110,
          render: (user) => (
            <UserActions
              user={user}
              onChoose={(what) => setOpened(what === 'edit' ? { what: 'form', user } : { what, user })}
            />
          ),
        }}
        empty={<p>{t('users.none')}</p>}
        filters={<UserFilters list={list} />}
      />
      <UserOverlay opened={opened} roles={roles?.items ?? []} onClose={close} onDone={done} />
      {handOver !== null && <HandOverDialog {...handOver} onClose={() => setHandOver(null)} />}
    </div>
  )
}

function useUserColumns() {
  const { t } = useTranslation('identity')
  const roleName = useRoleName()
  const instant = useInstant()
  return useMemo(() => userColumns({ t, roleName, instant }), [t, roleName, instant])
}

function UserFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('identity')
  const roleName = useRoleName()
  const { data: roles } = useQuery(allRolesQuery)
  return (
    <>
      <SelectFilter
        list={list}
        name="status"
        label={t('user.status')}
        options={userStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <SelectFilter
        list={list}
        name="roleId"
        label={t('user.roles')}
        options={(roles?.items ?? []).map((role) => ({ value: role.id, label: roleName(role) }))}
      />
      <SelectFilter
        list={list}
        name="access"
        label={t('access.label')}
        options={choices(accesses, (value) => t(`access.${value}`))}
      />
    </>
  )
}

/** The dialog open above the user list. */
type Opened =
  | { readonly what: 'form'; readonly user: UserRow | null }
  | { readonly what: UserAction; readonly user: UserRow }

interface Props {
  readonly opened: Opened | null
  readonly roles: readonly RoleRow[]
  readonly onClose: () => void
  readonly onDone: (handOver: HandOver | null) => void
}

function UserOverlay({ opened, roles, onClose, onDone }: Props) {
  const peopleChanged = usePeopleChanged()
  switch (opened?.what) {
    case undefined:
      return null
    case 'form':
      return <UserForm user={opened.user} roles={roles} onClose={onClose} onDone={onDone} />
    case 'sessions':
      return <UserSessions user={opened.user} onClose={onClose} onChanged={peopleChanged} />
    case 'reset':
    case 'status':
    case 'unlock':
      return <UserActionDialog action={opened.what} user={opened.user} onClose={onClose} onDone={onDone} />
  }
}
