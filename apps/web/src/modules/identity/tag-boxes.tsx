import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { Checkbox } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { usePermissionTags } from '../../shared/permission.ts'
import { shareOf, switchTags, tagAreas } from './role-tags.rules.ts'

interface Props {
  /** Given by the form. */
  readonly value?: readonly string[]
  readonly onChange?: (tags: readonly Permission[]) => void
}

/**
 * The permission tags of a role, by area. Users can only grant permissions that they have
 * themselves.
 */
export function TagBoxes({ value = [], onChange }: Props) {
  const { t } = useTranslation('identity')
  const { t: word } = useTranslation('permissions')
  const own = usePermissionTags()
  return (
    <div className="tag-areas">
      {tagAreas.map((area) => {
        const grantable = area.tags.filter((tag) => own.includes(tag))
        const share = shareOf(value, area)
        return (
          <fieldset key={area.area} className="tag-area">
            <legend>
              <Checkbox
                checked={share === 'all'}
                indeterminate={share === 'some'}
                disabled={grantable.length < area.tags.length}
                onChange={({ target }) => onChange?.(switchTags(value, area.tags, target.checked))}
              >
                <strong>{word(`area.${area.area}`)}</strong>
              </Checkbox>
            </legend>
            <ul>
              {area.tags.map((tag) => (
                <li key={tag} title={grantable.includes(tag) ? undefined : t('role.notYours')}>
                  <Checkbox
                    checked={value.includes(tag)}
                    disabled={!grantable.includes(tag)}
                    onChange={({ target }) => onChange?.(switchTags(value, [tag], target.checked))}
                  >
                    {word(`tag.${tag}`)}
                    <span className="tag-code">{tag}</span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </fieldset>
        )
      })}
    </div>
  )
}
