import { Alert, Button, Form, type FormInstance, Input, Popconfirm } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { problemOf } from '../../shared/request.ts'
import { updateUser, useSession } from '../../shared/session.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { say } from '../../shared/ui/say.ts'
import { isWeakness, longest, shortest, weaknessOf } from './password.rules.ts'
import './personal.css'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { ProfileForm } from './profile-form.tsx'
import type { SessionView } from '@cloud-factory/contract/identity/access'
import { SessionTable } from '../../shared/ui/session-table.tsx'

interface Passwords {
  current: string
  next: string
  again: string
}

/** Changes one's own password: the rules before, the reason after. */
export function PasswordForm({ username }: { readonly username: string }) {
  const { t } = useTranslation('account')
  const { t: shell } = useTranslation()
  const [form] = Form.useForm<Passwords>()
  const { busy, error, setDirty, change } = useChange(form)
  return (
    <>
      <PasswordRules />
      {error !== null && <ProblemAlert error={error} />}
      <Form<Passwords>
        form={form}
        layout="vertical"
        onValuesChange={(_, values) => setDirty(Object.values(values).some((text) => (text ?? '') !== ''))}
        onFinish={(values) => void change(values)}
      >
        {/* Password managers look for the name that the password belongs to. */}
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        <Form.Item
          name="current"
          label={t('password.current')}
          rules={[{ required: true, message: shell('form.required') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={256} />
        </Form.Item>
        <NewPassword username={username} />
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('password.change')}
        </Button>
      </Form>
    </>
  )
}

const limits = { shortest, longest }

/** Submits the change; an error of one field is shown at that field. */
function useChange(form: FormInstance<Passwords>) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useDirty(dirty)

  const change = async ({ current, next }: Passwords) => {
    setBusy(true)
    setError(null)
    try {
      await api('POST /api/me/password', { body: { current, next } })
      form.resetFields()
      setDirty(false)
      say('success', t('password.changed'))
      updateUser(await api('GET /api/me'))
      // Until the password was changed, the server rejected all other requests.
      void client.invalidateQueries()
    } catch (failure) {
      const placed = placedFailure(failure)
      if (placed === null) setError(failure)
      else form.setFields([{ name: placed.field, errors: [t(placed.words, limits)] }])
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, setDirty, change }
}

function PasswordRules() {
  const { t } = useTranslation('account')
  return (
    <Alert
      type="info"
      className="form-alert"
      title={t('password.rules')}
      description={
        <ul className="password-rules">
          <li>{t('password.ruleLength', limits)}</li>
          <li>{t('password.ruleGuess')}</li>
          <li>{t('password.ruleName')}</li>
          <li>{t('password.ruleDevices')}</li>
        </ul>
      }
    />
  )
}

/** The new password, twice. */
function NewPassword({ username }: { readonly username: string }) {
  const { t } = useTranslation('account')
  const { t: shell } = useTranslation()
  return (
    <>
      <Form.Item
        name="next"
        label={t('password.next')}
        dependencies={['current']}
        validateFirst
        rules={[
          { required: true, message: shell('form.required') },
          ({ getFieldValue }) => ({
            validator: (_, next: string) => {
              const reason = weaknessOf(next, String(getFieldValue('current') ?? ''), username)
              return reason === null
                ? Promise.resolve()
                : Promise.reject(new Error(t(`weak.${reason}`, limits)))
            },
            validateTrigger: 'onBlur',
          }),
        ]}
        validateTrigger={['onBlur']}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={['next']}
        validateTrigger={['onBlur']}
        rules={[
          { required: true, message: shell('form.required') },
          ({ getFieldValue }) => ({
            validator: (_, again: string) =>
              again === getFieldValue('next')
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.differs'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
    </>
  )
}

/** The field a refusal is about, and the key of its sentence; null for every other failure. */
function placedFailure(failure: unknown) {
  const problem = problemOf(failure)
  if (problem?.code === 'password.wrong') return { field: 'current', words: 'password.wrong' } as const
  const reason = problem?.params?.['reason']
  if (problem?.code !== 'password.weak' || !isWeakness(reason)) return null
  return { field: 'next', words: `weak.${reason}` } as const
}

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
