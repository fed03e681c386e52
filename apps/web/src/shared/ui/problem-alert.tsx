import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../request.ts'
import { useProblemMessage } from '../use-problem-message.ts'

interface Props {
  /** Whatever a request rejected with. */
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Says what went wrong, with the request's number for whoever looks it up in the log. */
export function ProblemAlert({ error, onRetry }: Props) {
  const { t } = useTranslation()
  const message = useProblemMessage()
  const problem = problemOf(error)
  return (
    <Alert
      type="error"
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
