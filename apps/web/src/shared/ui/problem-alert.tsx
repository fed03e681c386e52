import { Skeleton, Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../request.ts'
import { isQuestion, useProblemMessage } from '../use-problem-message.ts'

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
  return data === undefined ? <Skeleton active paragraph={{ rows }} /> : null
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
  return (
    <Alert
      type={isQuestion(error) ? 'warning' : 'error'}
      showIcon
      className="problem-alert"
      title={message(error)}
      description={
        problem === null || problem.status < 500
          ? undefined
          : t('problemNumber', { number: problem.requestId })
      }
      action={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    />
  )
}
