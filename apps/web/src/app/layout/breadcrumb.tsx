import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { crumbsOf, type Found } from '../route-tree.ts'

export function Breadcrumb({ found }: { readonly found: Found }) {
  const { t } = useTranslation()
  return (
    <nav className="breadcrumb" aria-label={t('breadcrumb')}>
      <ol>
        {crumbsOf(found).map(({ titleKey, path }) => (
          <li key={titleKey}>
            {path === null ? (
              <span aria-current="page">{t(`route.${titleKey}`)}</span>
            ) : (
              <Link to={path}>{t(`route.${titleKey}`)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
