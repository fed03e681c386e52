import type { SessionView } from '@cloud-factory/contract/access'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { SessionTable } from '../../shared/ui/session-table.tsx'
import { say } from '../../shared/ui/say.ts'

/** One's own signed-in devices; any but this one can be signed out here, this one by logging out. */
export function OwnSessions() {
  const { t } = useTranslation('personal')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['personal', 'sessions'],
    queryFn: ({ signal }) => api('GET /api/me/sessions', { signal }),
  })
  const end = useMutation({
    mutationFn: ({ id }: SessionView) => api('DELETE /api/me/sessions/:id', { params: { id } }),
    onSuccess: () => say('success', t('sessions.ended')),
    onSettled: () => client.invalidateQueries({ queryKey: ['personal', 'sessions'] }),
  })
  const failure = error ?? end.error
  return (
    <>
      <p className="page-note">{t('sessions.note')}</p>
      {failure !== null && <ProblemAlert error={failure} onRetry={() => void refetch()} />}
      <SessionTable
        label={t('sessions.title')}
        sessions={error === null ? data?.items : []}
        action={(session) =>
          session.current ? null : (
            <Popconfirm
              title={t('sessions.ask')}
              okText={t('sessions.end')}
              okButtonProps={{ danger: true }}
              onConfirm={() => end.mutate(session)}
            >
              <Button size="small" danger loading={end.isPending && end.variables.id === session.id}>
                {t('sessions.end')}
              </Button>
            </Popconfirm>
          )
        }
      />
    </>
  )
}
