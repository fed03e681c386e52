import { Alert, Button, Form, type FormInstance, Input, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { problemOf } from '../../shared/request.ts'
import { updateUser } from '../../shared/session.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { say } from '../../shared/ui/say.ts'
import { isWeakness, longest, shortest, weaknessOf } from './password.rules.ts'

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
          {t('password.title')}
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
  const { busy, error, submit } = useSubmit()
  useDirty(dirty)

  const setFieldError = (failure: unknown): boolean => {
    const place = fieldFailure(failure)
    if (place !== null) form.setFields([{ name: place.field, errors: [t(place.words, limits)] }])
    return place !== null
  }
  const change = ({ current, next }: Passwords) =>
    submit(async () => {
      await api('POST /api/me/password', { body: { current, next } })
      form.resetFields()
      setDirty(false)
      say('success', t('password.changed'))
      updateUser(await api('GET /api/me'))
      // Until the password was changed, the server rejected all other requests.
      void client.invalidateQueries()
    }, setFieldError)
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
function fieldFailure(failure: unknown) {
  const problem = problemOf(failure)
  if (problem?.code === 'password.wrong') return { field: 'current', words: 'password.wrong' } as const
  const reason = problem?.params?.['reason']
  if (problem?.code !== 'password.weak' || !isWeakness(reason)) return null
  return { field: 'next', words: `weak.${reason}` } as const
}

interface PinValues {
  password: string
  pin?: string
}

/** Sets or removes one's own PIN for shared terminals, with the password. */
export function PinForm({ username }: { readonly username: string }) {
  const { t } = useTranslation('account')
  const { t: shell } = useTranslation()
  const [form] = Form.useForm<PinValues>()
  const { busy, error, submit } = useSubmit()
  const required = { required: true, message: shell('form.required') }
  const save = (pin: string | null) =>
    submit(
      async () => {
        await api('PUT /api/me/pin', { body: { password: String(form.getFieldValue('password')), pin } })
        form.resetFields()
        say('success', t(pin === null ? 'pin.removed' : 'pin.done'))
      },
      (failure) => {
        const code = problemOf(failure)?.code
        if (code === 'password.wrong') form.setFields([{ name: 'password', errors: [t('password.wrong')] }])
        if (code === 'password.weak') form.setFields([{ name: 'pin', errors: [t('pin.weak')] }])
        return code === 'password.wrong' || code === 'password.weak'
      },
    )
  const remove = async () => {
    if ((await form.validateFields(['password']).catch(() => null)) !== null) await save(null)
  }
  return (
    <>
      <p className="page-note">{t('pin.text')}</p>
      {error !== null && <ProblemAlert error={error} />}
      <Form<PinValues> form={form} layout="vertical" onFinish={({ pin }) => void save(pin ?? '')}>
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        <Form.Item name="password" label={t('password.current')} rules={[required]}>
          <Input.Password autoComplete="current-password" maxLength={256} />
        </Form.Item>
        <Form.Item
          name="pin"
          label={t('pin.next')}
          extra={t('pin.digits')}
          validateTrigger={['onBlur']}
          rules={[required, { pattern: /^\d{4,8}$/, message: t('pin.digits') }]}
        >
          <Input.Password autoComplete="off" inputMode="numeric" maxLength={8} />
        </Form.Item>
        <Space wrap>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('pin.set')}
          </Button>
          <Button disabled={busy} onClick={() => void remove()}>
            {t('pin.remove')}
          </Button>
        </Space>
      </Form>
    </>
  )
}
