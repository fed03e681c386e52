import type { RoleRow } from '@cloud-factory/contract/identity/people'
import { Fragment } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { tagAreas } from './role-tags.rules.ts'

/** Which role holds which permission, at a glance. */
export function RoleMatrix({ roles }: { readonly roles: readonly RoleRow[] }) {
  const { t } = useTranslation('identity')
  const { t: word } = useTranslation('permissions')
  const { t: shell } = useTranslation()
  const roleName = useRoleName()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div className="matrix" tabIndex={0} role="region" aria-label={t('roles.matrix')}>
      <table aria-label={t('roles.matrix')}>
        <thead>
          <tr>
            <th scope="col">{t('role.tag')}</th>
            {roles.map((role) => (
              <th key={role.id} scope="col">
                {roleName(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tagAreas.map(({ area, tags }) => (
            <Fragment key={area}>
              <tr className="matrix-area">
                <th scope="rowgroup">{word(`area.${area}`)}</th>
                <td colSpan={roles.length} />
              </tr>
              {tags.map((tag) => (
                <tr key={tag}>
                  <th scope="row">
                    {word(`tag.${tag}`)}
                    <span className="tag-code">{tag}</span>
                  </th>
                  {roles.map((role) => (
                    <td key={role.id}>
                      {role.tags.includes(tag) ? (
                        <span role="img" className="matrix-yes" aria-label={shell('yes')}>
                          ✓
                        </span>
                      ) : (
                        <span role="img" className="matrix-no" aria-label={shell('no')}>
                          –
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
