import { CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { useTranslation } from '../i18n/use-translation.tsx'
import { problemOf } from '../request.ts'
import { RowsWait } from '../list/list-rows.tsx'
import { isQuestion, useProblemMessage } from '../use-problem-message.ts'
import { Button } from './button.tsx'

interface QueryStateProps {
  readonly query: {
    readonly data: unknown
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  readonly rows?: number
}

/** Placeholder or error of a query without data; nothing once there are data. */
export function QueryState({ query: { data, error, refetch }, rows = 4 }: QueryStateProps) {
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return data === undefined ? <RowsWait rows={rows} /> : null
}

interface ProblemAlertProps {
  /** The rejection value of a request. */
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Shows what went wrong, with the request id for looking it up in the log. */
export function ProblemAlert({ error, onRetry }: ProblemAlertProps) {
  const { t } = useTranslation()
  const message = useProblemMessage()
  const problem = problemOf(error)
  const isAsking = isQuestion(error)
  return (
    <div className={`problem-alert ${isAsking ? 'is-question' : ''}`} role="alert">
      {isAsking ? <ExclamationCircleFilled aria-hidden="true" /> : <CloseCircleFilled aria-hidden="true" />}
      <div>
        <b>{message(error)}</b>
        {problem !== null && problem.status >= 500 && (
          <p>{t('problemNumber', { number: problem.requestId })}</p>
        )}
      </div>
      {onRetry !== undefined && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  )
}
