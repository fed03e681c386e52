import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { LanguageSelect } from './language-select.tsx'
import './login.css'
import { LoginForm } from './login-form.tsx'
import { Providers } from './providers.tsx'
import type { PublicPageProps } from './public-page.ts'
import { usePublicTitle } from './use-public-title.ts'

/** Sign-in. Free of Ant Design: the shell is fetched while the person types. */
export function LoginPage({ fetchShell }: PublicPageProps) {
  const { t } = useTranslation('access')
  const { search } = useLocation()
  usePublicTitle(t('login.title'))
  useEffect(() => {
    const begin = () => void fetchShell?.()
    window.addEventListener('input', begin, { once: true })
    return () => window.removeEventListener('input', begin)
  }, [fetchShell])
  return (
    <div className="login">
      <header>
        <LanguageSelect />
      </header>
      <main className="login-card">
        <img src="/favicon.svg" alt="" width={48} height={48} />
        <h1>{t('shell:app.full')}</h1>
        <LoginForm />
        <Providers next={new URLSearchParams(search).get('redirect')} />
      </main>
    </div>
  )
}
