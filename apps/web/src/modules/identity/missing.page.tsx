import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../shared/session.ts'
import { usePublicTitle } from './use-public-title.ts'

export const NotFoundPage = () => <Missing status="404" />
export const NotAllowedPage = () => <Missing status="401" />

function Missing({ status }: { readonly status: '404' | '401' }) {
  const { t } = useTranslation('sign-in')
  const signedIn = useSession((session) => session.token !== null)
  const title = t(`missing.${status}.title`)
  usePublicTitle(title)
  return (
    <main className="plain-page is-alone">
      <p className="plain-status">{status}</p>
      <h1>{title}</h1>
      <p>{t(`missing.${status}.text`)}</p>
      <Link to={signedIn ? '/dashboard' : '/login'} replace>
        {t(signedIn ? 'missing.home' : 'missing.login')}
      </Link>
    </main>
  )
}
