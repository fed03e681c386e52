import './personal.css'
import { Alert, Button, Popconfirm } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { SessionView } from '@cloud-factory/contract/identity/access'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { SessionTable } from '../../shared/ui/session-table.tsx'
import { say } from '../../shared/ui/say.ts'

/** /personal: one's own name and contact, password and devices. */
export function PersonalPage() {
  const { t } = useTranslation('account')
  const roleName = useRoleName()
  const user = useSession((session) => session.user)
  if (user === null) return null
  const roles = user.roles.map(roleName).join(t('join'))
  return (
    <div className="page">
      <PageHeader
        title={user.cnName}
        note={`${user.username} · ${roles === '' ? t('noRole') : roles} · ${user.plant.name}`}
      />
      {user.mustChangePassword && <Alert type="warning" showIcon title={t('mustChange')} />}
      <div className="personal-cards">
        <section className="personal-card" aria-labelledby="profile-title">
          <h2 id="profile-title">{t('profile.title')}</h2>
          <ProfileForm key={user.id} user={user} />
        </section>
        <section className="personal-card" aria-labelledby="password-title">
          <h2 id="password-title">{t('password.title')}</h2>
          <PasswordForm username={user.username} />
        </section>
      </div>
      <div className="personal-card">
        <h2>{t('sessions.title')}</h2>
        <OwnSessions />
      </div>
    </div>
  )
}

/** One's own signed-in devices; any but this one can be signed out here, this one by logging out. */
function OwnSessions() {
  const { t } = useTranslation('account')
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
