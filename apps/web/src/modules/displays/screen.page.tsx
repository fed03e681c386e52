import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScreenEditor } from './screen-editor.tsx'
import { screenQuery } from './screens.queries.ts'
import './screens.css'

/** /set/screen/:id: one screen, its draft on the grid. */
export function ScreenPage() {
  const { t } = useTranslation('displays')
  const { id = '' } = useParams()
  const names = useNames()
  const { data, error, refetch } = useQuery(screenQuery(id))
  useTabTitle(data === undefined ? undefined : names(data.names))
  return (
    <div className="page">
      {data === undefined && error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="page-wait">{t('loading')}</p>}
      {data !== undefined && <ScreenEditor key={id} first={data} />}
    </div>
  )
}
