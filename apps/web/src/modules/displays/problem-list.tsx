import type { LayoutProblem } from '@cloud-factory/contract/displays/screen-layout.rules'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'

interface Props {
  readonly layout: ScreenLayout
  readonly problems: readonly LayoutProblem[]
  /** Goes to the page, and to the panel if the problem has one. */
  readonly onGo: (page: number | null, panel: number | null) => void
}

/** Page and panel of a path; null for a path without them. */
export function placeOf(path: string): { page: number | null; panel: number | null } {
  const [, page, panel] = /^pages\.(\d+)(?:\.panels\.(\d+))?/.exec(path) ?? []
  return { page: page === undefined ? null : Number(page), panel: panel === undefined ? null : Number(panel) }
}

/** Problems that prevent publication, each with a link to its place. */
export function ProblemList({ layout, problems, onGo }: Props) {
  const { t } = useTranslation('displays')
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
