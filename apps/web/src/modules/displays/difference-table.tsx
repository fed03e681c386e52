import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import type { InfoDifference } from './info-facts.ts'

/** Shown at once; the rest is counted. */
const maxRows = 200

/** Differences between two states of the display information, field by field. */
export function DifferenceTable({ found }: { readonly found: readonly InfoDifference[] }) {
  const { t } = useTranslation('display-info')
  if (found.length === 0) return <p className="page-note">{t('noDifference')}</p>
  return (
    <ScrollRegion label={t('differences')} width={280}>
      <table className="info-table info-differences" aria-label={t('differences')}>
        <thead>
          <tr>
            <th scope="col">{t('common:file.field')}</th>
            <th scope="col">{t('shell:history.before')}</th>
            <th scope="col">{t('shell:history.after')}</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, maxRows).map(({ key, label, before, after }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{before ?? t('shell:history.empty')}</td>
              <td>{after ?? t('shell:history.empty')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > maxRows && (
        <p className="page-note">{t('moreDifferences', { count: found.length - maxRows })}</p>
      )}
    </ScrollRegion>
  )
}
