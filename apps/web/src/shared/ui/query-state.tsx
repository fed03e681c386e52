import { Skeleton } from 'antd'
import { ProblemAlert } from './problem-alert.tsx'

interface Props {
  readonly query: {
    readonly data: unknown
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  readonly rows?: number
}

/** What is shown of a question that failed, or has no answer yet; nothing once there is one. */
export function QueryState({ query: { data, error, refetch }, rows = 4 }: Props) {
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return data === undefined ? <Skeleton active paragraph={{ rows }} /> : null
}
