import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { enterSession } from '../../shared/session.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

/** User name and password. The guard redirects after sign-in, when it sees the token. */
export function LoginForm() {
  const { t } = useTranslation('sign-in')
  const problemMessage = useProblemMessage()
  const [typed, setTyped] = useState({ username: '', password: '' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.username.trim() === '' || typed.password === '') return setFailure(t('login.incomplete'))
    setBusy(true)
    setFailure(null)
    try {
      enterSession(await api('POST /api/auth/login', { body: typed, quiet: true }))
    } catch (error) {
      setFailure(problemMessage(error))
      setBusy(false)
    }
  }
  return (
    <form className="login-form" noValidate onSubmit={(event) => void signIn(event)}>
      <label htmlFor="username">{t('login.username')}</label>
      <input
        id="username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose
        autoFocus
        aria-describedby={failure === null ? undefined : 'login-failure'}
        value={typed.username}
        onChange={({ target }) => setTyped({ ...typed, username: target.value })}
      />
      <label htmlFor="password">{t('login.password')}</label>
      <PasswordBox
        value={typed.password}
        isWrong={failure !== null}
        onChange={(password) => setTyped({ ...typed, password })}
      />
      <p id="login-failure" className="login-failure" role="alert">
        {failure}
      </p>
      <button type="submit" className="login-button" disabled={busy}>
        {t(busy ? 'login.busy' : 'login.go')}
      </button>
    </form>
  )
}

interface PasswordProps {
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (password: string) => void
}

function PasswordBox({ value, isWrong, onChange }: PasswordProps) {
  const { t } = useTranslation('sign-in')
  const [shown, setShown] = useState(false)
  return (
    <div className="password-box">
      <input
        id="password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        aria-describedby={isWrong ? 'login-failure' : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <button type="button" className="show-password" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'login.hide' : 'login.show')}
      </button>
    </div>
  )
}
