import type { RouteRow } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import { type KindNeed, marksMissing } from './release.rules.ts'
import { routesQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

interface Props {
  readonly needs: readonly KindNeed[]
  /** Chosen route by kind. */
  readonly choices: Readonly<Record<string, string>>
  readonly onChoose: (kind: string, routeId: string) => void
}

/** The route of each kind of mark: by default, or chosen here. */
export function ReleaseRoutes({ needs, choices, onChoose }: Props) {
  const { t } = useTranslation(['production', 'orders'])
  const { data } = useQuery(routesQuery)
  const named = useNames()
  const routes = (data?.items ?? []).filter(({ active }) => active)
  const open = needs.filter(({ markIds }) => markIds.length > 0)
  const missing = marksMissing(needs, choices)
  const option = ({ id, names, code }: RouteRow) => ({ value: id, label: `${named(names)} (${code})` })
  return (
    <>
      <p className={missing === 0 ? 'is-fine' : 'is-late'} aria-live="polite">
        <span aria-hidden="true">{missing === 0 ? '✓' : '✕'}</span>{' '}
        {missing === 0 ? t('release.routesOk') : t('release.missing', { count: missing, n: count(missing) })}
      </p>
      {open.length > 0 && (
        <ul className="release-kinds">
          {open.map(({ kind, markIds, routeId }) => {
            const word = t(`orders:kind.${kind}`)
            return (
              <li key={kind}>
                <span>
                  {word}{' '}
                  <small className="page-note">
                    {t('release.marks', { count: markIds.length, n: count(markIds.length) })}
                  </small>
                </span>
                <Select<string>
                  aria-label={`${t('release.chooseRoute')}: ${word}`}
                  placeholder={t('release.chooseRoute')}
                  popupMatchSelectWidth={false}
                  value={choices[kind] ?? routeId}
                  onChange={(id) => onChoose(kind, id)}
                  options={routes.map(option)}
                  {...(routeId === null && choices[kind] === undefined ? { status: 'error' as const } : {})}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
