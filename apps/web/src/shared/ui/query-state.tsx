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

/** Placeholder or error of a query without data; nothing once there are data. */
export function QueryState({ query: { data, error, refetch }, rows = 4 }: Props) {
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return data === undefined ? <Skeleton active paragraph={{ rows }} /> : null
}
