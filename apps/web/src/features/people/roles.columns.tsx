import type { RoleRow } from '@cloud-factory/contract/people'
import { Tag } from 'antd'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import type { Column } from '../../shared/list/column.ts'
import { shareOf, tagAreas } from './role-tags.rules.ts'

export const roleColumns = (
  t: TFunction<'people'>,
  roleName: (role: RoleRow) => string,
): readonly Column<RoleRow>[] => [
  { key: 'code', title: t('role.code'), width: 130, sort: 'code', pinned: true, render: ({ code }) => code },
  {
    key: 'name',
    title: t('role.name'),
    width: 290,
    sort: 'name',
    render: (role) => (
      <>
        {roleName(role)} {role.shipped && <Tag>{t('role.shipped')}</Tag>}
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
        .map((area) => t(`authority:area.${area.area}` as 'authority:area.order'))
        .join(t('role.join')),
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
