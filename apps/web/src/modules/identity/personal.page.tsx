import type { UserInfo, SessionView } from '@cloud-factory/contract/identity/access'
import { Alert, Button, Form, type FormInstance, Input, Space, Popconfirm } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { changed, placeErrors } from '../../shared/form/form.rules.ts'
import { problemOf } from '../../shared/request.ts'
import { updateUser, useSession } from '../../shared/session.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { say } from '../../shared/ui/say.ts'
import './personal.css'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { MessageSettings } from '../inbox/message-settings.tsx'
import { PasswordForm, PinForm } from './password-form.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SessionTable } from '../../shared/ui/session-table.tsx'

/** Form values of the user's own profile; empty fields are empty strings. */
type ProfileValues = {
  cnName: string
  email: string
  phone: string
}

const profileOf = ({
  cnName,
  email,
  phone,
}: Pick<UserInfo, 'cnName' | 'email' | 'phone'>): ProfileValues => ({
  cnName,
  email: email ?? '',
  phone: phone ?? '',
})

const profileInput = ({ cnName, email, phone }: ProfileValues) => ({
  cnName: cnName.trim(),
  email: email.trim() || null,
  phone: phone.trim() || null,
})

const fields = ['cnName', 'phone', 'email'] as const

/** One's own name and contact. */
function ProfileForm({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation('account')
  const { t: shell } = useTranslation()
  const [form] = Form.useForm<ProfileValues>()
  const { dirty, setDirty, busy, error, theirs, save, takeTheirs } = useProfile(form)
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      {theirs !== null && (
        <Conflict
          theirs={theirs}
          onTheirs={() => takeTheirs(theirs)}
          onMine={() => void save(form.getFieldsValue(), theirs.version)}
        />
      )}
      <Form<ProfileValues>
        form={form}
        layout="vertical"
        initialValues={profileOf(user)}
        onValuesChange={(_, values) => setDirty(changed(fields, profileOf(user), values))}
        onFinish={(values) => void save(values, user.version)}
      >
        <Form.Item label={t('common:field.username')}>
          <Input value={user.username} disabled aria-label={t('common:field.username')} />
        </Form.Item>
        <Form.Item
          name="cnName"
          label={t('profile.cnName')}
          rules={[{ required: true, whitespace: true, message: shell('form.required') }]}
        >
          <Input maxLength={64} autoComplete="name" />
        </Form.Item>
        <Form.Item name="phone" label={t('profile.phone')}>
          <Input maxLength={40} autoComplete="tel" inputMode="tel" />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('profile.email')}
          rules={[{ type: 'email', message: t('profile.emailWrong') }]}
        >
          <Input maxLength={200} autoComplete="email" inputMode="email" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty || theirs !== null}>
          {shell('form.save')}
        </Button>
      </Form>
    </>
  )
}

/**
 * Saves the profile; `theirs` is a conflicting version saved by somebody else, null without a
 * conflict.
 */
function useProfile(form: FormInstance<ProfileValues>) {
  const { t } = useTranslation('account')
  const reasonText = useReasonText()
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [theirs, setTheirs] = useState<UserInfo | null>(null)
  useDirty(dirty)

  const save = async (values: ProfileValues, version: number) => {
    setBusy(true)
    setError(null)
    try {
      const saved = await api('PATCH /api/me', { body: { version, ...profileInput(values) } })
      updateUser(saved)
      form.setFieldsValue(profileOf(saved))
      setDirty(false)
      setTheirs(null)
      say('success', t('common:form.saved'))
    } catch (failure) {
      const problem = problemOf(failure)
      if (problem?.code === 'version.conflict') setTheirs(problem.current as UserInfo)
      else setError(failure)
      const { fieldErrors } = placeErrors(problem, fields)
      form.setFields(
        fieldErrors.map(({ field, reason, limit }) => ({
          name: field as keyof ProfileValues,
          errors: [reasonText(reason, limit)],
        })),
      )
    } finally {
      setBusy(false)
    }
  }
  const takeTheirs = (current: UserInfo) => {
    updateUser(current)
    form.setFieldsValue(profileOf(current))
    setDirty(false)
    setTheirs(null)
  }
  return { dirty, setDirty, busy, error, theirs, save, takeTheirs }
}

interface ConflictProps {
  readonly theirs: UserInfo
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** An administrator, or the person on another device, was quicker. */
function Conflict({ theirs, onTheirs, onMine }: ConflictProps) {
  const { t } = useTranslation('account')
  const now = profileOf(theirs)
  return (
    <Alert
      type="warning"
      showIcon
      className="form-alert"
      title={t('conflict.title')}
      description={
        <>
          <ul>
            {fields.map((field) => (
              <li key={field}>
                {t(`profile.${field}`)}: {now[field] || '–'}
              </li>
            ))}
          </ul>
          <Space wrap>
            <Button onClick={onTheirs}>{t('conflict.takeTheirs')}</Button>
            <Button onClick={onMine}>{t('conflict.keepMine')}</Button>
          </Space>
        </>
      }
    />
  )
}

/**
 * /personal: one's own name and contact, password, messages and devices. Who must change the password sees nothing else: until then the
 * server refuses the rest.
 */
export function PersonalPage() {
  const { t } = useTranslation('account')
  const roleName = useRoleName()
  const user = useSession((session) => session.user)
  if (user === null) return null
  const { mustChangePassword: mustChange } = user
  const roles = user.roles.map(roleName).join(t('join'))
  return (
    <div className="page">
      <PageHeader
        title={user.cnName}
        note={`${user.username} · ${roles === '' ? t('noRole') : roles} · ${user.plant.name}`}
      />
      {mustChange && <Alert type="warning" showIcon title={t('mustChange')} />}
      <div className="personal-cards">
        {!mustChange && (
          <section className="personal-card" aria-labelledby="profile-title">
            <h2 id="profile-title">{t('profile.title')}</h2>
            <ProfileForm key={user.id} user={user} />
          </section>
        )}
        <section
          className={mustChange ? 'personal-card is-alone' : 'personal-card'}
          aria-labelledby="password-title"
        >
          <h2 id="password-title">{t('password.title')}</h2>
          <PasswordForm username={user.username} />
        </section>
        {!mustChange && <OtherCards username={user.username} />}
      </div>
      {!mustChange && (
        <div className="personal-card">
          <h2>{t('sessions.title')}</h2>
          <OwnSessions />
        </div>
      )}
    </div>
  )
}

/** Messages and the PIN for shared terminals. */
function OtherCards({ username }: { readonly username: string }) {
  const { t } = useTranslation('account')
  return (
    <>
      <section className="personal-card" aria-labelledby="messages-title">
        <h2 id="messages-title">{t('shell:route.messageList')}</h2>
        <MessageSettings />
      </section>
      <section className="personal-card" aria-labelledby="pin-title">
        <h2 id="pin-title">{t('pin.title')}</h2>
        <PinForm username={username} />
      </section>
    </>
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
