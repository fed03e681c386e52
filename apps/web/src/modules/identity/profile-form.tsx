import type { UserInfo } from '@cloud-factory/contract/identity/access'
import { Alert, Button, Form, type FormInstance, Input, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { changed } from '../../shared/form/conflict.rules.ts'
import { placeErrors } from '../../shared/form/field-errors.rules.ts'
import { problemOf } from '../../shared/request.ts'
import { updateUser } from '../../shared/session.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { say } from '../../shared/ui/say.ts'

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
export function ProfileForm({ user }: { readonly user: UserInfo }) {
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
        <Form.Item label={t('profile.username')}>
          <Input value={user.username} disabled aria-label={t('profile.username')} />
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
      const { placed } = placeErrors(problem, fields)
      form.setFields(
        placed.map(({ field, reason, limit }) => ({
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
