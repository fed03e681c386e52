import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { DaysFilter } from '../../shared/list/days-filter.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import { useAllowed } from '../../shared/permission.ts'
import { auditActions } from './audit-actions.ts'
import { subjectKinds } from './audit-kinds.ts'
import { peopleQuery } from './audit.queries.ts'

/** Whose, what, of what, and when. */
export function AuditFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('audit')
  const seesPeople = useAllowed({ permission: 'authority.users' })
  const { data: people } = useQuery({ ...peopleQuery, enabled: seesPeople })
  const { subjectId } = list.state.filters
  return (
    <>
      {seesPeople && (
        <SelectFilter
          list={list}
          name="actorId"
          label={t('row.actor')}
          options={(people?.items ?? []).map(({ id, username, cnName }) => ({
            value: id,
            label: `${cnName} (${username})`,
          }))}
        />
      )}
      <SelectFilter
        list={list}
        name="action"
        label={t('row.action')}
        options={auditActions.map((value) => ({ value, label: t(`action.${value}`) }))}
      />
      <SelectFilter
        list={list}
        name="subjectKind"
        label={t('row.kind')}
        options={subjectKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {subjectId !== undefined && (
        <Tag closable onClose={() => list.filter({ subjectId: undefined })}>
          {t('oneSubject', { id: subjectId })}
        </Tag>
      )}
      <DaysFilter list={list} names={['from', 'to']} labels={[t('from'), t('to')]} />
    </>
  )
}
