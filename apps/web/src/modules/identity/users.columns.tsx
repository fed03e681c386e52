import type { UserRow } from '@cloud-factory/contract/identity/people'
import type { TFunction } from 'i18next'
import { Ago } from '../../shared/ui/ago.tsx'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

interface Words {
  readonly t: TFunction<'identity'>
  readonly roleName: (role: UserRow['roles'][number]) => string
  readonly instant: (at: string | null, pattern?: string) => string
}

export const userColumns = ({ t, roleName, instant }: Words): readonly Column<UserRow>[] => [
  {
    key: 'username',
    title: t('user.username'),
    width: 120,
    sort: 'username',
    pinned: true,
    render: ({ username }) => username,
  },
  { key: 'cnName', title: t('user.cnName'), width: 100, sort: 'cnName', render: ({ cnName }) => cnName },
  {
    key: 'roles',
    title: t('user.roles'),
    width: 185,
    render: ({ roles }) =>
      roles.length === 0 ? (
        absent
      ) : (
        <span className="tag-row">
          {roles.map((role) => (
            <StatusTag key={role.id} tone="neutral" text={roleName(role)} />
          ))}
        </span>
      ),
  },
  {
    key: 'status',
    title: t('user.status'),
    width: { zh: 120, other: 146 },
    sort: 'status',
    group: ({ status }) => status,
    render: (user) => <UserStatus user={user} t={t} instant={instant} />,
  },
  ...contactColumns(t),
  {
    key: 'lastSignInAt',
    title: t('user.lastSignInAt'),
    width: 145,
    sort: 'lastSignInAt',
    render: ({ lastSignInAt }) => (lastSignInAt === null ? t('user.never') : <Ago at={lastSignInAt} />),
  },
  {
    key: 'openSessions',
    title: t('user.openSessions'),
    width: 122,
    align: 'right',
    render: ({ openSessions }) => openSessions,
  },
]

type StatusProps = Pick<Words, 't' | 'instant'> & { readonly user: UserRow }

function UserStatus({ user, t, instant }: StatusProps) {
  return (
    <span className="tag-row">
      <StatusTag tone={user.status === 'active' ? 'good' : 'neutral'} text={t(`status.${user.status}`)} />
      {user.mustChangePassword && <StatusTag tone="warn" text={t('user.mustChange')} />}
      {user.lockedUntil !== null && (
        <StatusTag tone="bad" text={t('user.lockedUntil', { at: instant(user.lockedUntil, '{h}:{i}') })} />
      )}
    </span>
  )
}
const contactColumns = (t: TFunction<'identity'>): readonly Column<UserRow>[] => [
  { key: 'phone', title: t('user.phone'), width: 130, render: ({ phone }) => phone ?? absent },
  { key: 'email', title: t('user.email'), width: 200, extra: true, render: ({ email }) => email ?? absent },
  {
    key: 'wecomId',
    title: t('user.wecomId'),
    width: 140,
    extra: true,
    render: ({ wecomId }) => wecomId ?? absent,
  },
  {
    key: 'badge',
    title: t('common:field.badge'),
    width: 140,
    extra: true,
    render: ({ badge }) => badge ?? absent,
  },
]
