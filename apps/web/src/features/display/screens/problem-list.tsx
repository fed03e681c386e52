import type { LayoutProblem } from '@cloud-factory/contract/displays/screen-layout.rules'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../../shared/ui/use-reason-text.ts'

interface Props {
  readonly layout: ScreenLayout
  readonly problems: readonly LayoutProblem[]
  /** Leads to the page, and the panel where it is one's. */
  readonly onGo: (page: number | null, panel: number | null) => void
}

/** Page and panel that a path speaks of; null where it speaks of none. */
export function placeOf(path: string): { page: number | null; panel: number | null } {
  const [, page, panel] = /^pages\.(\d+)(?:\.panels\.(\d+))?/.exec(path) ?? []
  return { page: page === undefined ? null : Number(page), panel: panel === undefined ? null : Number(panel) }
}

/** What keeps the draft from being published, each leading to its place. */
export function ProblemList({ layout, problems, onGo }: Props) {
  const { t } = useTranslation('screens')
  const reasonText = useReasonText()
  if (problems.length === 0)
    return (
      <p className="screen-fine" role="status">
        {t('noProblems')}
      </p>
    )
  const where = (path: string): string => {
    const { page, panel } = placeOf(path)
    const kind = page === null || panel === null ? undefined : layout.pages[page]?.panels[panel]?.kind
    if (page === null) return t('wholeScreen')
    return `${t('onPageNo', { no: page + 1 })}${kind === undefined ? '' : ` · ${t(`panel.${kind}.name`)}`}`
  }
  return (
    <section className="screen-problems" aria-label={t('problems')}>
      <h3>{t('problemCount', { count: problems.length })}</h3>
      <ul>
        {problems.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <button
              type="button"
              className="link-button"
              onClick={() => {
                const { page, panel } = placeOf(path)
                onGo(page, panel)
              }}
            >
              {where(path)}
            </button>{' '}
            {reasonText(reason)}
          </li>
        ))}
      </ul>
    </section>
  )
}
