import './personal.css'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

/** /personal: one's own name and contact, password and devices. */
export function PersonalPage() {
  const { t } = useTranslation('personal')
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
