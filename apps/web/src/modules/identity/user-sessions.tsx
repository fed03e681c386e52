import type { UserRow } from '@cloud-factory/contract/identity/people'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Popconfirm } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { SessionTable } from '../../shared/ui/session-table.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { sessionsQuery } from './people.queries.ts'

interface Props {
  readonly user: UserRow
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Where a person is signed in; an administrator can end it everywhere. */
export function UserSessions({ user, onClose, onChanged }: Props) {
  const { t } = useTranslation('identity')
  const { data, error, refetch } = useQuery(sessionsQuery(user.id))
  const end = useMutation({
    mutationFn: () => api('DELETE /api/users/:id/sessions', { params: { id: user.id } }),
    onSettled: onChanged,
  })
  const title = t('sessions.title', { name: `${user.cnName} (${user.username})` })
  const failure = error ?? end.error
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        title={title}
        size={1060}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        onClose={onClose}
        extra={
          (data?.total ?? 0) > 0 &&
          (user.can.reset === true ? (
            <Popconfirm
              title={t('sessions.ask')}
              description={t('sessions.askText')}
              okText={t('sessions.endAll')}
              okButtonProps={{ danger: true }}
              onConfirm={() => end.mutate()}
            >
              <Button danger loading={end.isPending}>
                {t('sessions.endAll')}
              </Button>
            </Popconfirm>
          ) : (
            <ReasonButton allowed={user.can.reset}>{t('sessions.endAll')}</ReasonButton>
          ))
        }
      >
        {failure !== null && <ProblemAlert error={failure} onRetry={() => void refetch()} />}
        <SessionTable label={title} sessions={error === null ? data?.items : []} />
      </Drawer>
    </>
  )
}
