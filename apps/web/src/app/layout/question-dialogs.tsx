import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { enterSession, leaveSession, useSession } from '../../shared/session.ts'
import { settleSignIn, useSignInAgain } from '../../shared/sign-in-again.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { startOver } from '../person.ts'
import { useLeaveQuestion } from '../../shared/tabs/tabs-store.ts'

interface Typed {
  readonly username: string
  readonly password: string
}

/**
 * Shown over the page when the session ended: nothing typed is lost, and the waiting requests
 * continue.
 */
export function SignInAgainDialog() {
  const { t } = useTranslation()
  const { open } = useSignInAgain()
  const user = useSession((session) => session.user)
  const password = useRef<InputRef>(null)
  const { failure, busy, signIn } = useSignIn(user?.id)
  const giveUp = () => {
    leaveSession()
    startOver()
  }
  return (
    <Modal
      open={open}
      title={t('signInAgain.title')}
      footer={null}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      // Above every drawer and dialog of the page.
      zIndex={1200}
      afterOpenChange={(isOpen) => isOpen && password.current?.focus()}
      destroyOnHidden
      width={400}
    >
      <p>{t('signInAgain.text')}</p>
      {failure !== null && <Alert type="error" showIcon title={failure} className="form-alert" />}
      <Form<Typed>
        layout="vertical"
        onFinish={(typed) => void signIn(typed)}
        initialValues={{ username: user?.username ?? '' }}
      >
        <Form.Item name="username" label={t('common:field.username')} rules={[{ required: true }]}>
          <Input autoComplete="username" />
        </Form.Item>
        <Form.Item name="password" label={t('common:secret')} rules={[{ required: true }]}>
          <Input.Password autoComplete="current-password" ref={password} />
        </Form.Item>
        <div className="dialog-buttons">
          <Button onClick={giveUp}>{t('signInAgain.leave')}</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('signInAgain.go')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

/** Signs in again. If the user is not `userId`, the app restarts empty. */
function useSignIn(userId: string | undefined) {
  const problemMessage = useProblemMessage()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const signIn = async (typed: Typed) => {
    setBusy(true)
    setFailure(null)
    try {
      const reply = await api('POST /api/auth/login', { body: typed, quiet: true })
      const anotherPerson = reply.user.id !== userId
      enterSession(reply)
      if (anotherPerson) startOver()
      else settleSignIn(true)
    } catch (error) {
      setFailure(problemMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { failure, busy, signIn }
}

/** One dialog that names every tab with unsaved work. */
export function LeaveDialog() {
  const { t } = useTranslation()
  const { tabs, answer } = useLeaveQuestion()
  return (
    <Modal
      open={tabs.length > 0}
      title={t('leave.title')}
      okText={t('form.discard')}
      cancelText={t('leave.stay')}
      okButtonProps={{ danger: true }}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
      destroyOnHidden
    >
      <p>{t('leave.text')}</p>
      <ul className="leave-tabs">
        {tabs.map(({ id, title, titleKey }) => (
          <li key={id}>{title ?? t(`route.${titleKey}`)}</li>
        ))}
      </ul>
    </Modal>
  )
}
